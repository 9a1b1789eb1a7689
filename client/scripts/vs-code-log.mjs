/**
 * Writes the log files of the VS Code server, which the Output panel shows. Installed in place of its module
 * `@vscode/spdlog`, which would have to be compiled on each machine. Imports only Node's own modules.
 */
import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

const levels = /** @type {const} */ (['trace', 'debug', 'info', 'warning', 'error', 'critical']);

/** Writes to one file. By default, each message is a line with its time and level. */
export class Logger {
  #file;
  #isPlain = false;
  #level = levels.indexOf('info');

  /** @param {string} file */
  constructor(file) {
    mkdirSync(dirname(file), { recursive: true });
    this.#file = file;
  }

  /** @param {typeof levels[number]} level @param {string} message */
  #write(level, message) {
    if (levels.indexOf(level) < this.#level) return;
    const time = new Date().toISOString().replace('T', ' ').replace('Z', '');
    try {
      appendFileSync(this.#file, this.#isPlain ? message : `${time} [${level}] ${message}\n`);
    } catch {
      // The profile is being removed.
    }
  }

  /** @param {string} message */
  trace(message) {
    this.#write('trace', message);
  }

  /** @param {string} message */
  debug(message) {
    this.#write('debug', message);
  }

  /** @param {string} message */
  info(message) {
    this.#write('info', message);
  }

  /** @param {string} message */
  warn(message) {
    this.#write('warning', message);
  }

  /** @param {string} message */
  error(message) {
    this.#write('error', message);
  }

  /** @param {string} message */
  critical(message) {
    this.#write('critical', message);
  }

  getLevel() {
    return this.#level;
  }

  /** @param {number} level */
  setLevel(level) {
    this.#level = level;
  }

  /** Writes messages as they are from now on. */
  clearFormatters() {
    this.#isPlain = true;
  }

  /** Does nothing: there is one format. */
  setPattern() {
    return undefined;
  }

  /** Does nothing: everything is written at once. */
  flush() {
    return undefined;
  }

  /** Does nothing: no file is kept open. */
  drop() {
    return undefined;
  }
}

/** Does nothing: each logger has a level. */
export function setLevel() {
  return undefined;
}

/** Does nothing: everything is written at once. */
export function setFlushOn() {
  return undefined;
}

/**
 * Creates a logger.
 * @param {string} _name
 * @param {string} file
 */
export function createRotatingLogger(_name, file) {
  return Promise.resolve(new Logger(file));
}

export { createRotatingLogger as createAsyncRotatingLogger };
