/** State charts of SCXML: what becomes of each element, what is named, and what is refused. */
import assert from 'node:assert/strict';
import { importFormats, formatOf } from '../../../../language/src/interchange/import-formats.ts';
import { printImported } from '../../../../language/src/interchange/print-imported.ts';
import { importScxml, recognizeScxml } from '../../../../language/src/interchange/scxml/scxml.ts';
import { required } from '../../../../language/src/model/common/lookup.ts';
import { assertPasses, runScenarios } from '../../simulation/run-scenarios.ts';
import { findingLines } from '../fixture.ts';
import { chartOf, files, loaded, pump, textOf } from './charts.ts';

describe('a state chart', () => {
  it('has the words of the language for each element', async () => {
    const text = textOf(pump);
    assert.deepEqual(importScxml(files(pump)).findings, []);
    assert.equal(
      text.slice(text.indexOf('machine')),
      `machine pump {
  var level: int = 0
  var rate: number = 1.5
  var isOpen: bool = false
  initial parallel state works {
    state motor {
      on done -> rest
      initial state rest {
        on 'start.slow' when (not isOpen) and (level < 3) -> turning
        on 'start.fast' when (not isOpen) and (level < 3) -> turning
      }
      state turning {
        enter { level := level + 1 }
        after 1500ms -> worn
        on knock do {
          if self in open {
            raise alarm
          } else if rate == 2 {
            log "rate: \${rate}"
          } else {
            send later to self after level * 20ms
          }
        }
        on stop do {
          cancel later
          send later to self
        } -> rest
      }
      final state worn
    }
    state door {
      deep history back -> shut
      initial state shut {
        on open do { isOpen := true } -> open
      }
      state open {
        always when level > 5 -> back
        on later -> shut
        on alarm -> shut
        on *
      }
    }
  }
}
`,
    );
    assert.deepEqual((await loaded(text)).findings, []);
  });

  it('runs as SCXML says', async () => {
    const scenario = `pd p runs pump
scenario "two turns" {
  send open to p
  send 'start.slow' to p
  expect p in rest
  send knock to p
  expect p in open
  send stop to p
  send later to p
  expect p in shut
}
scenario "worn after a time" {
  send 'start.fast' to p
  expect p in turning
  run 1400ms
  expect p in turning
  run 200ms
  expect p in rest
  expect p.level == 1
}
`;
    const results = await runScenarios(`${textOf(pump)}\n${scenario}`);
    assert.deepEqual(
      results.map(({ passed }) => passed),
      [true, true],
    );
  });

  it('has a line for each part without a word', () => {
    const text = chartOf(
      `<state id="a">
<invoke type="x"/>
<transition event="error.execution" target="b"/>
<transition event="done.state.a" target="b"/>
<transition event="e" cond="x.y" target="b"/>
<transition event="e" target="b c"/>
<transition event="e" target="nowhere"/>
<transition event="*" target="b"/>
<transition event="e"><script>f()</script><foreach array="x" item="y"/><assign location="x" expr="1"/></transition>
<transition event="e"><send event="f" target="http://x"/><send eventexpr="x"/><cancel sendid="none"/></transition>
<onentry><send event="f"><param name="x" expr="1"/></send></onentry>
</state>
<state id="b"/><final id="c"><donedata/></final>
<datamodel>
<data id="x" expr="[1]"/>
</datamodel>
<qt:editorinfo xmlns:qt="urn:q"/>`,
    );
    assert.deepEqual(
      importScxml(files(text)).findings.map(
        ({ span, message }) => `${String(span.start.line + 1)} ${message.replace(' The rest is imported.', '')}`,
      ),
      [
        '4 <invoke> of "a" cannot be expressed in a machine.',
        '5 A transition of "a" on "error.execution" is left out: an error ends the run.',
        '6 A transition of "a" on "done.state.a" is left out: "on done" belongs in the state that is done.',
        '7 A transition of "a" is left out: "x" is not a variable with a simple value.',
        '8 A transition of "a" is left out: it has 2 targets, and entering one of them does not enter the others.',
        '9 A transition of "a" is left out: "nowhere" is not a state.',
        '10 "*" of "a" comes after all other transitions of its state here.',
        '11 <script> cannot be expressed in a machine.',
        '11 <foreach> is left out: "x" is not a list of simple values that stays as it is.',
        '11 <assign> to "x", which is not a variable with a simple value.',
        '12 <send> computes its event, "x".',
        '12 <cancel> of "none" does not fit one event; "cancel" discards everything sent with an event.',
        '15 <donedata> of "c" cannot be expressed in a machine.',
        '17 The variable "x" is a list that changes, or has more than simple values.',
        '12 1 <send> goes to others and is left out: "f to http://x". Only the model can say who that is.',
        '19 1 element of another namespace is left out: "qt:editorinfo". Editors add them for their drawings.',
      ],
    );
  });

  it('has one target for several where entering it enters the others', () => {
    const text = chartOf(`<state id="s">
<transition event="one" target="b x"/>
<transition event="both" target="p x a"/>
<transition event="none" target="b y"/>
</state>
<parallel id="p">
<state id="l" initial="a"><state id="a"><transition event="within" target="b x"/></state><state id="b"/></state>
<state id="r"><state id="x"/><state id="y"/></state>
</parallel>`);
    const { value, findings } = importScxml(files(text));
    assert.ok(value !== undefined);
    const lines = printImported(value).match(/on \w+.*/g);
    assert.deepEqual(lines, ['on one -> b', 'on both -> p']);
    assert.deepEqual(
      findings.map(({ span }) => span.start.line + 1),
      [6, 9],
    );
  });

  it('has one finding for all messages to others', () => {
    const sends = ['a', 'b', 'c', 'd'].map((event) => `<send event="${event}" target="#_parent"/>`);
    const text = chartOf(`<state id="s">
<onentry>${sends.join('')}</onentry>
<transition event="a b" target="s"><send event="c" target="#_scxml_x"/></transition>
</state>`);
    assert.deepEqual(
      importScxml(files(text)).findings.map(({ message }) => message),
      [
        '5 <send> go to others and are left out: "a to #_parent", "b to #_parent", "c to #_parent" and 2 more. Only the model can say who that is. The rest is imported.',
      ],
    );
  });

  it('goes back into a state whose initial state is a history', async () => {
    const text = chartOf(`<state id="off"><transition event="on" target="work"/></state>
<state id="work">
<initial><transition target="back"/></initial>
<history id="back"><transition target="slow"/></history>
<transition event="stop" target="off"/>
<state id="slow"><transition event="up" target="fast"/></state>
<state id="fast"/>
</state>`);
    const { findings } = importScxml(files(text));
    assert.deepEqual(findings, []);
    await assertPasses(`${textOf(text)}
pd p runs chart0
scenario "s" {
  send on to p
  within 1s expect p in slow
  send up to p
  send stop to p
  within 1s expect p in off
  send on to p
  within 1s expect p in fast
}
`);
  });

  it('says where a state begins with a history that nothing can name', () => {
    const text = chartOf(`<parallel id="p"><state id="a" initial="h">
<history id="h"><transition target="x"/></history><state id="w"/><state id="x"/>
</state><state id="b"/></parallel>`);
    assert.match(textOf(text), /initial state x/);
    assert.deepEqual(
      importScxml(files(text)).findings.map(({ message }) => message),
      ['"a" begins with a history also where no transition names it; there it is "x". The rest is imported.'],
    );
  });

  it('is one machine of several, with the events of all', async () => {
    const one = chartOf(
      '<state id="s"><transition event="done" target="s"/><transition event="e"/></state>',
      'name="one"',
    );
    const two = chartOf('<state id="s"><transition event="e" target="s"/></state>', 'name="one"');
    const text = textOf(one, two);
    assert.match(text, /^event done_\nevent e\n\nmachine one \{[^]*\nmachine one_2 \{/);
    assert.deepEqual(
      (await loaded(text)).findings.filter(({ severity }) => severity === 'error'),
      [],
    );
  });

  it('takes an event by its prefix, also where nothing in the chart sends one', () => {
    const text = textOf(chartOf('<state id="a"><transition event="take.*" target="b"/></state><state id="b"/>'));
    assert.match(text, /event take\n[^]*on take -> b/);
  });

  it('is recognized, and refused in one sentence where it is none', () => {
    const found = formatOf(files(pump));
    assert.equal(found?.format.name, 'scxml');
    assert.match(found.because ?? '', /has the element <scxml> outermost/);
    assert.equal(recognizeScxml(files('<svg><scxml/></svg>')), undefined);
    assert.ok(importFormats.some(({ name }) => name === 'scxml'));
    const many = '<state/>'.repeat(10_001);
    for (const [text, lines] of [
      ['', ['error import/empty 1']],
      ['{}', ['error import/broken-text 1']],
      [pump.slice(0, 500), ['error import/broken-text 9']],
      ['\n<!DOCTYPE scxml [<!ENTITY e "e">]><scxml>&e;</scxml>', ['error import/wrong-format 2']],
      [`<scxml>${'<state>'.repeat(5000)}`, ['error import/too-deep 1']],
      [chartOf(''), ['error import/wrong-format 1']],
      ['<system/>', ['error import/wrong-format 1']],
      [chartOf(many), ['error import/too-large 1']],
    ] as const) {
      const { value, findings } = importScxml(files(text));
      assert.equal(value, undefined);
      assert.deepEqual(findingLines(findings), lines);
    }
  });

  it('may use any names', async () => {
    const names = [
      'constructor',
      '__proto__',
      'state',
      "it's",
      'a.b',
      'done',
      'self',
      'pds',
      'now',
      'on',
      'after',
      'x y',
    ];
    const states = names
      .filter((name) => !name.includes(' '))
      .map((name) => {
        const id = name.replace("'", '&apos;');
        return `<state id="${id}"><onentry><raise event="${id}"/></onentry><transition event="${id}" cond="In(&quot;${id}&quot;)" target="${id}"/></state>`;
      });
    const data = ['constructor', '__proto__', 'state', 'self', 'pds', 'now', 'on', 'after', 'index', 'In']
      .map((name) => `<data id="${name}" expr="1"/>`)
      .join('');
    const assigns = ['constructor', '__proto__', 'self', 'pds', 'now', 'after']
      .map((name) => `<assign location="${name}" expr="${name} + 1"/>`)
      .join('');
    const text = textOf(
      chartOf(
        `<datamodel>${data}</datamodel><state id="first"><onexit>${assigns}</onexit></state>${states.join('')}`,
        'name="machine"',
      ),
    );
    const { model, findings } = await loaded(text);
    assert.deepEqual(
      findings.filter(({ severity }) => severity === 'error').map(({ message }) => message),
      [],
    );
    assert.equal(required(model.machines[0]).states.length, 12);
  });
});
