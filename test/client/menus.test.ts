/**
 * The commands of the manifest: each can be found, each says when it can do something, and no menu names one that does
 * not exist.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { importFormats } from '../../language/src/interchange/import-formats.ts';

interface Entry {
  readonly command?: string;
  readonly submenu?: string;
  readonly when?: string;
}

interface Setting {
  readonly enum?: readonly string[];
  readonly enumDescriptions?: readonly string[];
}

const { contributes } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly enablement?: string; readonly icon?: string }[];
    readonly menus: Readonly<Record<string, readonly Entry[]>>;
    readonly submenus: readonly { readonly id: string }[];
    readonly configuration: { readonly properties: Readonly<Record<string, Setting>> };
  };
};
const { commands, menus, submenus, configuration } = contributes;
const entries = Object.entries(menus).flatMap(([menu, list]) => list.map((entry) => ({ menu, ...entry })));

/** Commands that always have something to do. */
const always = new Set(
  [
    'forgetPlan',
    'getStarted',
    'import',
    'importFile',
    'importFiles',
    'newModel',
    'openExamples',
    'restartServer',
  ].concat(['showLog', 'showRecentPlanInGraph', 'tryOut']),
);

describe('The commands of the manifest', () => {
  it('say when they can do something, in the palette, too', () => {
    const palette = new Map((menus.commandPalette ?? []).map(({ command, when }) => [command, when]));
    for (const { command, enablement } of commands) {
      const name = command.replace('aftermath.', '');
      assert.equal(enablement === undefined, always.has(name), name);
      if (enablement !== undefined) assert.ok(palette.has(command), `${name} is in the palette where it does nothing`);
    }
  });

  it('depend only on keys that the extension sets', () => {
    const source = readFileSync('client/src/page/context-keys.ts', 'utf8');
    const known = new Set([...source.matchAll(/^ {2}\| '(\w+)'/gm)].map(([, key]) => `aftermath.${key ?? ''}`));
    const clauses = [...commands.map(({ enablement }) => enablement), ...entries.map(({ when }) => when)];
    const operands = clauses.map((clause) => clause?.replaceAll(/[=!]= \S+|=~ \/.*?\//g, '') ?? '');
    const keys = new Set(operands.flatMap((each) => each.match(/aftermath\.\w+/g) ?? []));
    assert.ok(keys.has('aftermath.hasComparison') && keys.size > 10, String([...keys]));
    assert.deepEqual(
      [...keys].filter((key) => !known.has(key)),
      [],
    );
  });

  it('are all offered somewhere, and nothing else is', () => {
    const known = new Set(commands.map(({ command }) => command));
    for (const { menu, command } of entries)
      if (command !== undefined) assert.ok(known.has(command), `${menu} ${command}`);
    const hidden = new Set(menus.commandPalette?.flatMap(({ command, when }) => (when === 'false' ? [command] : [])));
    const offered = new Set(entries.filter(({ menu }) => menu !== 'commandPalette').map(({ command }) => command));
    const lost = [...hidden].filter((command) => !offered.has(command) && command !== 'aftermath.tryOut');
    assert.deepEqual(lost, []);
  });

  it('offer the import of every format in the menu of the Explorer', () => {
    const [entry] = (menus['explorer/context'] ?? []).filter(({ command }) => command === 'aftermath.importFile');
    const pattern = /=~ \/(.*?)\/ \|\|/.exec(entry?.when ?? '')?.[1];
    assert.ok(pattern !== undefined);
    const extensions = importFormats.flatMap((format) => format.extensions.map((each) => `.${each}`));
    assert.deepEqual(
      extensions.filter((each) => !new RegExp(pattern).test(each)),
      [],
    );
    assert.ok(!new RegExp(pattern).test('.aft'));
  });

  it('are grouped: at most four in a menu of the editor, and an icon for what is on a bar', () => {
    const icons = new Map(commands.map(({ command, icon }) => [command, icon]));
    for (const menu of ['editor/title', 'editor/context']) assert.ok((menus[menu] ?? []).length <= 4, menu);
    for (const { id } of submenus) assert.ok((menus[id] ?? []).length > 1, id);
    const onBars = entries.filter((entry) => 'group' in entry && /^(navigation|inline)/.test(String(entry.group)));
    const bars = onBars.filter(({ menu }) => ['editor/title', 'view/title', 'view/item/context'].includes(menu));
    assert.ok(bars.length > 5);
    for (const { command = '' } of bars) assert.notEqual(icons.get(command), undefined, command);
  });
});

describe('The settings of the manifest', () => {
  it('are all explained on the page about the editor, and so is each of their values in the settings', () => {
    const page = readFileSync('language/docs/reference/editor.md', 'utf8');
    for (const [name, setting] of Object.entries(configuration.properties)) {
      const own = name.replace(/^aftermath\./, '');
      assert.ok(page.includes(`\`${name}\``) || page.includes(`\`${own}\``), name);
      assert.equal(setting.enumDescriptions?.length, setting.enum?.length, name);
    }
  });
});
