/** Charts for the tests of SCXML, and what becomes of them. */
import { createLoader } from '../../../../language/src/dsl/load.ts';
import { printImported } from '../../../../language/src/interchange/print-imported.ts';
import { importScxml } from '../../../../language/src/interchange/scxml/scxml.ts';

/** Returns charts as files. */
export const files = (...texts: readonly string[]) =>
  texts.map((text, index) => ({ name: `chart${String(index)}.scxml`, uri: `test:/chart${String(index)}.scxml`, text }));

/** Returns a chart around states. */
export const chartOf = (body: string, attributes = ''): string =>
  `<?xml version="1.0"?>\n<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" ${attributes}>\n${body}\n</scxml>\n`;

/** Returns the text that charts become; throws if they do not. */
export function textOf(...texts: readonly string[]): string {
  const { value, findings } = importScxml(files(...texts));
  if (value === undefined) throw new Error(findings.map(({ message }) => message).join('\n'));
  return printImported(value);
}

/** Loads a text, with all its checks. */
export async function loaded(text: string) {
  return await createLoader((uri) => Promise.resolve(uri === 'test:/a.aft' ? text : undefined)).load('test:/a.aft');
}

/** A pump with a door: a timer, a delayed message, parallel parts, a history, conditions, and a final state. */
export const pump = chartOf(
  `<datamodel><data id="level" expr="0"/><data id="rate">1.5</data><data id="isOpen" expr="false"/></datamodel>
<parallel id="works">
  <state id="motor" initial="rest">
    <transition event="done.state.motor" target="rest"/>
    <state id="rest"><transition event="start.slow start.fast" cond="!isOpen &amp;&amp; level &lt; 3" target="turning"/></state>
    <state id="turning">
      <onentry><assign location="level" expr="level + 1"/><send event="tick" id="t" delay="1.5s"/></onentry>
      <onexit><cancel sendid="t"/></onexit>
      <transition event="tick" target="worn"/>
      <transition event="knock" type="internal">
        <if cond="In('open')"><raise event="alarm"/><elseif cond="rate === 2"/><log label="rate" expr="rate"/>
        <else/><send event="later" id="l" delayexpr="(level * 20) + 'ms'"/></if>
      </transition>
      <transition event="stop" target="rest"><cancel sendid="l"/><send event="later"/></transition>
    </state>
    <final id="worn"/>
  </state>
  <state id="door">
    <history id="back" type="deep"><transition target="shut"/></history>
    <state id="shut"><transition event="open" target="open"><assign location="isOpen" expr="true"/></transition></state>
    <state id="open"><transition cond="level > 5" target="back"/><transition event="later alarm" target="shut"/><transition event="*"/></state>
  </state>
</parallel>`,
  'name="pump" initial="rest"',
);
