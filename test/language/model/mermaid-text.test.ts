/** Texts in diagrams of Mermaid. What the signs are was seen with Mermaid 11.17. */
import assert from 'node:assert/strict';
import { mermaidText } from '../../../language/src/model/common/mermaid-text.ts';

describe('a text for Mermaid', () => {
  it('has no icon, formula, directive, Markdown or end of a note', () => {
    const written: readonly (readonly [text: string, written: string])[] = [
      ["'fa:fa-car'", "'fa#58;fa-car'"],
      ["'$$x$$'", "'#36;#36;x#36;#36;'"],
      ['%%{init: 1}%%', '#37;#37;#123;init#58; 1#125;#37;#37;'],
      ['*b* `c`', '#42;b#42; #96;c#96;'],
      ['__init__', '#95;#95;init#95;#95;'],
      ['end note', 'end#32;note'],
      ['direction TB', 'direction#32;TB'],
      ['[[fork]]', '#91;[fork]]'],
      ['a <b> "c" \\ & # ;', 'a #60;b#62; #34;c#34; #92; #38; #35; #59;'],
    ];
    for (const [text, expected] of written) assert.equal(mermaidText(text), expected);
  });

  it('is as it was, if nothing in it means anything', () => {
    for (const text of ["disk_1 – größe's (2 of 3) [a]", 'x = y - z, a.b', 'friend x']) {
      assert.equal(mermaidText(text), text);
    }
  });
});
