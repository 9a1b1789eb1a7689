/**
 * Validates every message of a client before anything else: a request with malformed parameters is answered with
 * `InvalidParams`; a malformed notification is dropped with a line in the log.
 */
import { type Connection, ErrorCodes, type MessageStrategy, ResponseError } from 'vscode-languageserver';
import { parameterShapes } from '../protocol/shapes/parameter-shapes.ts';
import { standardShapes } from '../protocol/shapes/standard-shapes.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** The methods that a malformed request or notification is replaced by. */
const unfitRequest = 'aftermath/unfitRequest';
const unfitNotification = 'aftermath/unfitNotification';

interface Unfit {
  readonly method: string;
  readonly wrong: string;
}

/** The message strategy of a connection whose malformed messages `answerUnfit` answers. */
export const fittingMessages: MessageStrategy = {
  handleMessage: (message, next) => {
    const { method, params, id } = message as {
      readonly method?: string;
      readonly params?: unknown;
      readonly id?: unknown;
    };
    const wrong = method === undefined ? undefined : wrongWith(method, params);
    if (method === undefined || wrong === undefined) return next(message);
    const unfit: Unfit = { method, wrong };
    return next({
      ...message,
      ...{ method: id === undefined ? unfitNotification : unfitRequest, params: unfit },
    });
  },
};

/** Returns what is wrong with the parameters of a method, if its shape is known. */
function wrongWith(method: string, parameters: unknown): string | undefined {
  const shape = parameterShapes.get(method) ?? standardShapes.get(method);
  if (shape === undefined) return undefined;
  if (parameters === undefined || Array.isArray(parameters)) return t`They are missing, or not given by name.`;
  return shape(parameters, '');
}

/** Answers malformed requests and logs malformed notifications. */
export function answerUnfit(connection: Connection): void {
  connection.onRequest(
    unfitRequest,
    ({ method, wrong }: Unfit) =>
      new ResponseError(ErrorCodes.InvalidParams, `Invalid parameters of ${method}: ${wrong}`),
  );
  connection.onNotification(unfitNotification, ({ method, wrong }: Unfit) => {
    connection.console.warn(`The notification ${method} was ignored because its parameters are invalid: ${wrong}`);
  });
}
