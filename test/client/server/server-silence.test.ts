/** A server that hangs is named with its file, and is restarted on a click, without that file. */
import assert from 'node:assert/strict';
import { createSilences, type SilencedServer } from '../../../client/src/server/server-silence.ts';
import { followStatus, type ServerStatus } from '../../../client/src/server/server-status.ts';
import { mostLooks } from '../../../client/src/server/server-watchdog.ts';
import { pingRequest, workingOnNotification } from '../../../server/src/protocol/protocol.ts';

const [hard, other] = ['file:///hard.aft', 'file:///other.aft'];

const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A server that works on documents, and answers pings when it is told to. */
function server() {
  let tell = (_at: { readonly uri: string }): void => undefined;
  const pings: (() => void)[] = [];
  const client: SilencedServer = {
    onNotification: (method, handler) => {
      assert.equal(method, workingOnNotification.method);
      tell = handler;
    },
    sendRequest: (method) => {
      assert.equal(method, pingRequest.method);
      return new Promise<void>((resolve) => pings.push(resolve));
    },
  };
  return {
    client,
    worksOn: (uri: string): void => {
      tell({ uri });
    },
    answer: async (): Promise<void> => {
      pings.pop()?.();
      await soon();
    },
  };
}

/** The watch over servers, whose time and whose user the test is. */
function watched() {
  const asked: (string | undefined)[] = [];
  let [look, click] = [(): void => undefined, (_isWanted: boolean): void => undefined];
  let restarts = 0;
  const shown: ServerStatus[] = [];
  const status = followStatus((each) => shown.push(each));
  const silences = createSilences({
    log: { error: () => undefined, info: () => undefined },
    status,
    ask: (file) => {
      asked.push(file);
      return new Promise((resolve) => (click = resolve));
    },
    every: (_milliseconds, run) => {
      look = run;
      return () => (look = (): void => undefined);
    },
  });
  const start = ({ client }: ReturnType<typeof server>): void => {
    silences.follow(client);
    status.changed('running');
    silences.watch(client, () => (restarts += 1));
  };
  const passTwentySeconds = async (): Promise<void> => {
    for (let each = 0; each <= mostLooks; each++) {
      look();
      await soon();
    }
  };
  const choose = async (isWanted: boolean): Promise<void> => {
    click(isWanted);
    await soon();
  };
  return { silences, start, passTwentySeconds, choose, asked, restarts: () => restarts, shown };
}

describe('a server that does not answer for 20 seconds', () => {
  it('is named with the file it is at, and restarted on a click; the next one ignores that file', async () => {
    const { silences, start, passTwentySeconds, choose, asked, restarts } = watched();
    const first = server();
    start(first);
    assert.deepEqual(silences.options(), { leftOut: [] });
    first.worksOn(other);
    first.worksOn(hard);
    await passTwentySeconds();
    assert.deepEqual([asked, restarts()], [[hard], 0]);
    await choose(true);
    assert.deepEqual([silences.options(), restarts()], [{ leftOut: [hard] }, 1]);
    // It hangs at another file: both are ignored then.
    const second = server();
    start(second);
    second.worksOn(other);
    await passTwentySeconds();
    await choose(true);
    assert.deepEqual([asked, restarts()], [[hard, other], 2]);
    assert.deepEqual(silences.options(), { leftOut: [hard, other] });
    silences.forget();
    assert.deepEqual(silences.options(), { leftOut: [] });
  });

  it('is left alone if that is what the user wants', async () => {
    const { silences, start, passTwentySeconds, choose, restarts } = watched();
    const one = server();
    start(one);
    one.worksOn(hard);
    await passTwentySeconds();
    await choose(false);
    assert.deepEqual([silences.options(), restarts()], [{ leftOut: [] }, 0]);
  });

  it('is restarted with all files if it has answered before the click', async () => {
    const { silences, start, passTwentySeconds, choose, restarts, shown } = watched();
    const one = server();
    start(one);
    one.worksOn(hard);
    await passTwentySeconds();
    await one.answer();
    assert.deepEqual(shown, [
      { kind: 'ready' },
      { kind: 'checking', uri: hard },
      { kind: 'silent', uri: hard },
      { kind: 'ready' },
    ]);
    await choose(true);
    assert.deepEqual([silences.options(), restarts()], [{ leftOut: [] }, 1]);
  });

  it('is named without a file if it has named none', async () => {
    const { silences, start, passTwentySeconds, choose, asked, restarts } = watched();
    start(server());
    await passTwentySeconds();
    await choose(true);
    assert.deepEqual([asked, silences.options(), restarts()], [[undefined], { leftOut: [] }, 1]);
  });
});
