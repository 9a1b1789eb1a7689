/** Charts whose events have data, whose lines have places, and whose elements have a prefix. */
import assert from 'node:assert/strict';
import { withImportedOrigins } from '../../../../language/src/interchange/import/origins.ts';
import { formatOf } from '../../../../language/src/interchange/import-formats.ts';
import { printImported } from '../../../../language/src/interchange/print-imported.ts';
import { importScxml } from '../../../../language/src/interchange/scxml/scxml.ts';
import { required } from '../../../../language/src/model/common/lookup.ts';
import { runScenarios } from '../../simulation/run-scenarios.ts';
import { chartOf, files, loaded, pump, textOf } from './charts.ts';

describe('a state chart', () => {
  it('has the data of its events as values, and a loop over a list turn by turn', async () => {
    const till = chartOf(
      `<datamodel><data id="sum" expr="0"/><data id="coins" expr="[1, 2.5]"/><data id="word" expr="''"/></datamodel>
<state id="idle">
  <onentry><foreach array="coins" item="coin" index="i"><assign location="sum" expr="sum + coin * i"/></foreach></onentry>
  <transition event="pay" cond="_event.data.amount &gt; 3" target="paid">
    <send event="receipt"><param name="total" expr="sum"/><param name="who" expr="_event.data.who"/></send>
  </transition>
  <transition event="say"><assign location="word" expr="_event.data"/><log expr="_event.name + ': ' + word"/></transition>
</state>
<state id="paid">
  <transition event="receipt" cond="_event.data.total == 2.5 &amp;&amp; _event.data.who == 'Ann'" target="over">
    <send event="note" namelist="word"/><send event="json"><content>{"size": 27, "sum": true}</content></send>
  </transition>
</state>
<state id="over"><onentry><log expr="_event.name"/></onentry></state>`,
      'name="till"',
    );
    const text = textOf(till);
    assert.deepEqual(
      importScxml(files(till)).findings.map(({ span, message }) => `${String(span.start.line + 1)} ${message}`),
      ['16 <log>: only a transition that names its event knows "_event". The rest is imported.'],
    );
    assert.equal(
      text,
      `event pay(amount: number, who: text)
event receipt(total: number, who: text)
event say(data: text)
event note(word_: text)
event json(size: int, sum_: bool)

machine till {
  var sum: number = 0
  var word: text = ""
  var coin: number = 0
  var i: int = 0
  initial state idle {
    enter {
      coin := 1
      i := 0
      sum := sum + (coin * i)
      coin := 2.5
      i := 1
      sum := sum + (coin * i)
    }
    on pay(amount, who) when amount > 3 do { send receipt(sum, who) to self } -> paid
    on say(data) do {
      word := data
      log "say: \${word}"
    }
  }
  state paid {
    on receipt(total, who) when (total == (2.5)) and (who == "Ann") do {
      send note(word) to self
      send json(27, true) to self
    } -> over
  }
  state over
}
`,
    );
    const results = await runScenarios(`${text}
pd t runs till
scenario "paid by Ann" {
  send say("hello") to t
  send pay(2, "Ann") to t
  expect t in idle and t.word == "hello"
  send pay(4, "Ann") to t
  expect t in over and t.sum == 2.5
}
scenario "paid by Bob" {
  send pay(4, "Bob") to t
  expect t in paid
}
`);
    assert.deepEqual(
      results.map(({ passed }) => passed),
      [true, true],
    );
  });

  it('names the lines of its file', async () => {
    const [file] = files(pump.replaceAll('<(?=[a-z/])', '<'));
    const { value } = importScxml([required(file)]);
    const text = printImported(withImportedOrigins(required(value), [required(file)], ({ name }) => name));
    assert.match(text, /^machine pump \{ \/\/@ chart0\.scxml:2: <scxml /m);
    assert.match(text, /^ {2}var rate: number = 1\.5 \/\/@ chart0\.scxml:3: <datamodel>/m);
    assert.match(text, /^ {6}initial state rest \{ \/\/@ chart0\.scxml:7: <state id="rest">/m);
    assert.match(text, /^ {8}after 1500ms -> worn \/\/@ chart0\.scxml:11: <transition event="tick"/m);
    assert.deepEqual((await loaded(text)).findings, []);
  });

  it('may have a prefix for its elements', () => {
    const text = chartOf('<state id="a"><transition event="e" target="b"/></state><x:y/><state id="b"/>');
    const prefixed = text.replace(/<(\/?)(?=[a-wyz])/g, '<$1s:').replace('xmlns=', 'xmlns:s=');
    assert.match(prefixed, /<s:scxml xmlns:s=/);
    assert.equal(textOf(prefixed), textOf(text));
    assert.equal(formatOf(files(prefixed))?.format.name, 'scxml');
    assert.match(
      importScxml(files(prefixed.replace('<x:y/>', '<y/>'))).findings[0]?.message ?? '',
      /1 element of another/,
    );
  });

  it('has content in the place of "expr", which is a text if it is no expression', () => {
    const chart = chartOf(
      `<datamodel>
  <data id="n">3</data><data id="half"> 1 / 2 </data><data id="quoted">'a b'</data><data id="cdata"><![CDATA[true]]></data>
  <data id="words">
    Hello,   dear
    world!
  </data><data id="word">red</data><data id="nothing">null</data><data id="call">f(x)</data><data id="path">a.b</data>
</datamodel>
<state id="s"><transition event="e"><assign location="word">words</assign><assign location="word">dark red</assign></transition></state>`,
    );
    const text = textOf(chart);
    assert.deepEqual(text.match(/var .*/g), [
      'var n: int = 3',
      'var half: number = 1 / 2',
      'var quoted: text = "a b"',
      'var cdata: bool = true',
      'var words: text = "Hello, dear world!"',
      'var word: text = "red"',
    ]);
    assert.match(text, /word := words\n\s*word := "dark red"/);
    assert.deepEqual(
      importScxml(files(chart)).findings.map(({ message }) => /"(\w+)"/.exec(message)?.[1]),
      ['nothing', 'call', 'path'],
    );
  });

  it('may have hexadecimal numbers, and says of what it cannot read how it begins', () => {
    const chart = chartOf(
      `<datamodel><data id="flags" expr="0x1F"/><data id="huge" expr="0xFFFFFFFFFFFFFFFF"/><data id="not" expr="~1"/></datamodel>
<state id="s"><transition event="e" cond="" target="s"/><transition event="e" cond="flags == 0xff"/>
<transition event="e"><assign location="flags" expr="flags ^ 1"/></transition></state>`,
    );
    assert.match(textOf(chart), /var flags: int = 31\n[^]*on e when flags == 255/);
    assert.deepEqual(
      importScxml(files(chart)).findings.map(({ message }) => message.replace(/\. The rest.*/, '')),
      [
        'The variable "huge" has no simple value: 0xFFFFFFFFFFFFFFFF has too many digits',
        'The variable "not" has no simple value: "~1" cannot be read',
        'A transition of "s" is left out: the expression is empty',
        '<assign> to "flags": the expression goes on with "^ 1"',
      ],
    );
  });
});
