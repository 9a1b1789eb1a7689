/**
 * Tools that are in the tool bar if there is room, and otherwise fold into a menu: in a narrow window,
 * or in one that is zoomed.
 */
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { texts } from './texts.ts';

/** In pixels of the page, which are fewer in a zoomed window. */
const narrow = '(max-width: 640px)';

/** Shows the tools, or the menu that has them. */
export function FoldingTools({ children }: { readonly children: ComponentChildren }): VNode {
  const isNarrow = useNarrow();
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = ({ target }: PointerEvent): void => {
      const isInside = target instanceof Node && menu.current?.contains(target) === true;
      if (menu.current !== null && !isInside) menu.current.open = false;
    };
    document.addEventListener('pointerdown', close);
    return () => {
      document.removeEventListener('pointerdown', close);
    };
  }, []);
  if (!isNarrow) return <>{children}</>;
  return (
    <details
      ref={menu}
      class="menu folded-tools"
      data-menu="tools"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || menu.current === null) return;
        menu.current.open = false;
        menu.current.querySelector('summary')?.focus();
      }}
    >
      <summary aria-label={texts.moreTools} title={texts.moreTools}>
        ⋯
      </summary>
      <div
        class="menu-items"
        onClick={({ target }) => {
          const isChosen = target instanceof Element && target.closest('.tool:not([data-repeated])') !== null;
          if (isChosen && menu.current !== null) menu.current.open = false;
        }}
      >
        {children}
      </div>
    </details>
  );
}

/** Returns true while the window is narrow. */
function useNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(() => window.matchMedia(narrow).matches);
  useEffect(() => {
    const query = window.matchMedia(narrow);
    const look = (): void => {
      setNarrow(query.matches);
    };
    look();
    query.addEventListener('change', look);
    return () => {
      query.removeEventListener('change', look);
    };
  }, []);
  return isNarrow;
}
