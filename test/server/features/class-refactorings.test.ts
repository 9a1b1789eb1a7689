/**
 * Extracting and inlining a class: the model stays the same in all that a result depends on, and otherwise it is
 * refused with a reason.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { refactoringsAt } from '../../../server/src/features/refactorings.ts';
import { withEdits } from '../../../server/src/workspace/change.ts';
import { anyPlan, withClasses } from '../../language/dsl/classes/written-classes.ts';
import { allSteps } from '../all-steps.ts';
import { openInMemory } from '../in-memory.ts';

type Kind = 'extract' | 'inline';

/** Returns the text after the refactoring at the mark, why it is refused, or nothing if it is not offered. */
async function made(kind: Kind, source: string, others: Readonly<Record<string, string>> = {}): Promise<string> {
  const offset = source.indexOf('¦');
  const { workspace, document } = await openInMemory(source.replace('¦', ''), others);
  const at = document.textDocument.positionAt(offset);
  const found = allSteps(refactoringsAt(workspace, document, { start: at, end: at })).find(
    (each) => each.kind === kind,
  );
  if (found === undefined) return '';
  if ('refusal' in found) return found.refusal;
  const own = found.change.edits.filter(({ span }) => span.uri === document.uri.toString());
  return withEdits(document, own);
}

describe('extracting a class', () => {
  it('takes everything that siblings have in common', async () => {
    const source = `pd db
/** The first. */
pd web¦1 : web {
  needs db
  pd cache { overhead: 1 }
}
pd web2 : web { needs db  pd cache { overhead: 1 } }
pd other { needs db }
`;
    const text = await made(
      'extract',
      source.replace('{ needs db  pd cache { overhead: 1 } }', '{\n  needs db\n  pd cache { overhead: 1 }\n}'),
    );
    assert.equal(
      text,
      `pd db
class Web for pd : web {
  needs db
  pd cache { overhead: 1 }
}

/** The first. */
pd web1 is Web
pd web2 is Web
pd other { needs db }
`,
    );
  });

  it('takes copies and what is nested, and finds a free name', async () => {
    assert.equal(
      await made('extract', 'pd db\nclass Web for pd\nnode n {\n  pd w¦eb[2] { overhead: index + 1 }\n}\n'),
      'pd db\nclass Web for pd\nclass Web2 for pd { overhead: index + 1 }\n\nnode n {\n  pd web[2] is Web2\n}\n',
    );
  });

  it('is refused where a name would mean something else, or nothing', async () => {
    assert.match(await made('extract', 'node n { pd db  pd w¦eb { needs db, n.db } }\npd db'), /^In main.aft, /);
    assert.match(
      await made('extract', 'node n { pd db  pd mail { needs x }  pd x  pd w¦eb { needs db } }\nnode m { pd db }'),
      /^That would cause an error/,
    );
    assert.match(await made('extract', 'node n[2] { pd w¦eb { overhead: index + 1 } }'), /^That would cause an error/);
  });

  it('is refused where the label is asked for', async () => {
    const ask = 'scenario "x" { expect web.type != mail }';
    assert.match(await made('extract', `pd w¦eb { overhead: 1 }\n${ask}`), /^In main.aft, /);
    assert.match(await made('extract', `pd w¦eb : web { overhead: 1 }\n${ask}`), /^class Web for pd : web/);
  });

  it('is not offered for what says nothing, or has a class', async () => {
    assert.deepEqual(
      [await made('extract', 'pd a¦'), await made('extract', 'class A for pd\npd a¦ is A { overhead: 1 }')],
      ['', ''],
    );
  });
});

describe('inlining a class', () => {
  const source = `class Base for pd {
  param port: int = 80
  overhead: 1
  action act { log "base" }
  on destroy { log "base \${port}" }
}
class Web extends Base : web {
  data { twice: port * 2 }
  action act { log "web" }
  on destroy { log "web" }
}
pd a is Web { port: 8080  overhead: 2 }
pd b[2] is Web { port: 90 + index }
`;

  it('writes it into one instance, with the values of its parameters', async () => {
    assert.equal(
      await made('inline', source.replace('pd b', 'pd b¦')),
      source.replace(
        'pd b[2] is Web { port: 90 + index }\n',
        `pd b[2] : web {
  overhead: 1
  data { port: 90 + index  twice: (90 + index) * 2 }
  action act { log "web" }
  on destroy {
    log "web"
    log "base \${(90 + index)}"
  }
}
`,
      ),
    );
  });

  it('writes the values of parameters for their names in the body of the instance', async () => {
    const text = await made(
      'inline',
      'class A for pd { param x: int = 1  param y: int = 2 }\npd a¦ is A { x: y + 1  on destroy { log "${x}" } }\n',
    );
    assert.ok(text.includes('data { y: 2  x: 2 + 1 }') && text.includes('log "${(2 + 1)}"'), text);
  });

  it('writes it into all instances, and is then gone', async () => {
    const text = await made('inline', source.replace('class Web', 'class W¦eb'));
    assert.ok(!text.includes('class Web') && text.includes('pd a : web {') && text.includes('pd b[2] : web {'), text);
    assert.match(await made('inline', source.replace('class Base', 'class B¦ase')), /^"Web" extends it/);
  });

  it('keeps every comment', async () => {
    const commented = `// About the class.
class Base for pd { // its members
  // the port
  param port: int = 80 // by default
  /* Memory:
     little. */
  overhead: 1
  // the cache
  pd cache // is small
  on destroy {
    // last words
    log "base"
  }
  // the end
}
pd web
pd a is Base {
  // another one
  port: 81
  // inside
}
`;
    const written = `pd a : Base {
  /* Memory:
     little. */
  overhead: 1
  // its members
  // the port
  // by default
  // another one
  data { port: 81 }
  // the cache
  // is small
  pd cache
  // last words
  on destroy {
    log "base"
  }
  // the end
  // inside
}
`;
    const [before] = commented.split('pd a');
    assert.equal(await made('inline', commented.replace('pd a', 'pd a¦')), `${before ?? ''}${written}`);
    assert.equal(
      await made('inline', commented.replace('class Base', 'class B¦ase')),
      `// About the class.\n\npd web\n${written}`,
    );
  });

  it('is refused where something asks for the class', async () => {
    const ask = 'scenario "x" { expect a is Base }\n';
    assert.equal(await made('inline', `${source.replace('pd a', 'pd a¦')}${ask}`), '"a is Base" asks for the class.');
    const extended = 'class Base for pd { }\nclass Web¦ extends Base { }\npd a is Web\n';
    assert.equal(await made('inline', `${extended}${ask}`), '"a is Base" asks for the class.');
  });

  it('leaves the model of random classes as it is, or says why not', async () => {
    let inlined = 0;
    await fc.assert(
      fc.asyncProperty(anyPlan, async (plan) => {
        const text = withClasses(plan).replace('pd i0', 'pd i0¦');
        const after = await made('inline', text);
        assert.ok(after.startsWith('pd outside') || after.startsWith('In main.aft, '), after);
        if (after.startsWith('pd outside')) inlined++;
      }),
      { numRuns: 12, seed: 3 },
    );
    assert.ok(inlined >= 10, String(inlined));
  });
});
