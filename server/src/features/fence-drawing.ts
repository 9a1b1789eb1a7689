/** Draws the model in a fence of a Markdown page for an editor. */
import { createLoader } from '../../../language/src/dsl/load.ts';
import type { ReadFile } from '../../../language/src/dsl/loaded.ts';
import type { Finding } from '../../../language/src/model/finding.ts';
import type { Refusal } from '../../../language/src/model/common/answer.ts';
import type { LayOut } from '../pictures/drawn-model.ts';
import { fencePicture, type FencePicture } from '../pictures/fence-picture.ts';
import { wishesIn } from '../protocol/fence-words.ts';
import type { OfFence } from '../protocol/fence-protocol.ts';
import { normalized } from '../workspace/workspace.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** The reader of imports, and the layout engine if there is one. */
export interface FenceParts {
  readonly read: ReadFile;
  readonly layOut: LayOut | undefined;
}

/** The longest model that is drawn in a page, in characters. */
const mostText = 100_000;

/** Returns the picture, or why there is none: the first error, with its line in the fence. */
export async function drawFence(
  { uri, info, text }: OfFence,
  { read, layOut }: FenceParts,
): Promise<FencePicture | Refusal> {
  const wishes = wishesIn(info);
  if (wishes === undefined) return { refusal: t`This fence asks for no picture.` };
  if (text.length > mostText)
    return { refusal: t`A page draws models of up to ${String(mostText)} characters; put this one into a file.` };
  const page = normalized(uri);
  const loader = createLoader((each) => (each === page ? Promise.resolve(text) : read(each)));
  const loaded = await loader.load(page);
  const [error] = loaded.errors;
  if (error !== undefined) return { refusal: t`The model has errors, so it is not drawn. ${whereOf(error, page)}` };
  const made = await fencePicture({ ...loaded, file: decodeURIComponent(page) }, wishes, layOut);
  return 'refusal' in made ? made : made.value;
}

const whereOf = ({ span, message }: Finding, page: string): string =>
  span.uri === page ? t`Line ${String(span.start.line + 1)}: ${message}` : message;
