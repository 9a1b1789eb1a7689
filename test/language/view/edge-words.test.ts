import assert from 'node:assert/strict';
import { edgeLabel, edgeLabelInFull } from '../../../language/src/view/edge-words.ts';

describe('The label of a line', () => {
  it('names what is sent, and counts it where names both ways would be too long', () => {
    const sends = (as: string, reply?: string): string =>
      edgeLabel({ kind: 'sends', as, ...(reply !== undefined && { reply }) });
    assert.equal(sends('Save'), 'sends Save');
    assert.equal(sends('Save', 'Saved'), 'sends Save / Saved');
    assert.equal(sends('Resume, Stop, Go'), 'sends Resume +2');
    assert.equal(
      sends('BlockingCheckpointDone, CheckpointDone, ResetDone', 'TriggerDrain, TriggerReset'),
      'sends 3 events / 2 events',
    );
    assert.equal(
      sends('BlockingCheckpointDone', 'TriggerDrain, TriggerReset'),
      'sends BlockingCheckpointD… / 2 events',
    );
  });

  it('counts what a line has besides two relations, which are named in full elsewhere', () => {
    const line = { kind: 'manages', count: 6, besides: ['holds', 'requests × 2'] } as const;
    assert.equal(edgeLabel(line), 'manages × 6 +2');
    assert.equal(edgeLabelInFull(line), 'manages × 6, holds, requests × 2');
    assert.equal(edgeLabel({ ...line, besides: ['holds'] }), 'manages × 6, holds');
  });
});
