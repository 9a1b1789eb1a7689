/**
 * Reads the configuration that the JSON of a plan contains. It says who refers to whom, but nothing of `lifecycle` and
 * locals; the state in the plan has the rest.
 */
import type { Span } from '../../model/span.ts';
import { placeSpan } from '../import/import-findings.ts';
import type { YamlNode } from '../kubernetes/yaml-value.ts';
import { type ConfigModule, type ConfigResource, type ModuleCall, once, type Said } from './configuration.ts';
import { jsonEntries, jsonEntry, jsonItems, jsonText } from './json-values.ts';
import { type Reference, referenceOf } from './references.ts';

/** Modules call each other at most this deep. */
const deepest = 50;

/** Returns the configuration of a plan; undefined if it has none. */
export function readPlanConfiguration(root: YamlNode, uri: string): ConfigModule | undefined {
  const configuration = jsonEntry(root, 'configuration');
  const module = jsonEntry(configuration, 'root_module');
  if (module === undefined) return undefined;
  const providers = new Map<string, readonly Said[]>();
  for (const { key, value } of jsonEntries(jsonEntry(configuration, 'provider_config')))
    providers.set(key, saidIn(jsonEntry(value, 'expressions'), uri, 'provider'));
  return readModule(module, { uri, providers, depth: 0, prefix: '' });
}

interface Reading {
  readonly uri: string;
  readonly providers: ReadonlyMap<string, readonly Said[]>;
  readonly depth: number;
  readonly prefix: string;
}

function readModule(module: YamlNode, reading: Reading): ConfigModule {
  const { uri, providers, depth, prefix } = reading;
  const calls = depth >= deepest ? [] : jsonEntries(jsonEntry(module, 'module_calls'));
  // Providers are named by the module that configures them: `module.net:aws`.
  const own = new Map<string, readonly Said[]>();
  for (const [key, says] of providers) {
    const at = key.lastIndexOf(':');
    if ((at < 0 ? '' : `${key.slice(0, at)}.`) === prefix) own.set(key, says);
  }
  return {
    resources: jsonItems(jsonEntry(module, 'resources')).flatMap((resource) => resourceOf(resource, uri)),
    calls: new Map(calls.map(({ key, value, place }) => [key, callOf(key, value, placeSpan(uri, place), reading)])),
    outputs: new Map(
      jsonEntries(jsonEntry(module, 'outputs')).map(({ key, value }) => [
        key,
        [...saidIn(jsonEntry(value, 'expression'), uri, `output ${key}`), ...dependsOn(value, uri)],
      ]),
    ),
    locals: new Map(),
    providers: own,
  };
}

function resourceOf(resource: YamlNode, uri: string): ConfigResource[] {
  const [type, name] = [jsonText(jsonEntry(resource, 'type')), jsonText(jsonEntry(resource, 'name'))];
  if (type === undefined || name === undefined) return [];
  return [
    {
      mode: jsonText(jsonEntry(resource, 'mode')) === 'data' ? 'data' : 'managed',
      type,
      name,
      place: placeSpan(uri, (jsonEntry(resource, 'address') ?? resource).place),
      provider: jsonText(jsonEntry(resource, 'provider_config_key')) ?? '',
      says: [
        ...jsonEntries(jsonEntry(resource, 'expressions')).flatMap(({ key, value }) => saidIn(value, uri, key)),
        ...['count_expression', 'for_each_expression', 'provisioners'].flatMap((key) =>
          saidIn(jsonEntry(resource, key), uri, key.replace('_expression', '')),
        ),
        ...dependsOn(resource, uri),
      ],
      repeat: once,
      isCreatedFirst: false,
      isProtected: false,
      data: [],
    },
  ];
}

function callOf(name: string, call: YamlNode, place: Span, reading: Reading): ModuleCall {
  const { uri, depth, prefix } = reading;
  const module = jsonEntry(call, 'module');
  const inputs = jsonEntries(jsonEntry(call, 'expressions')).flatMap(({ key, value }): [string, Said][] => {
    const references = saidIn(value, uri, key);
    const [first] = references;
    return first === undefined ? [] : [[key, { ...first, references: references.flatMap((each) => each.references) }]];
  });
  return {
    name,
    place,
    module: module && readModule(module, { ...reading, depth: depth + 1, prefix: `${prefix}module.${name}.` }),
    inputs: new Map(inputs),
    says: [
      ...['count_expression', 'for_each_expression'].flatMap((key) =>
        saidIn(jsonEntry(call, key), uri, key.replace('_expression', '')),
      ),
      ...dependsOn(call, uri),
    ],
    providers: new Map(),
    repeat: once,
  };
}

function dependsOn(node: YamlNode, uri: string): Said[] {
  return jsonItems(jsonEntry(node, 'depends_on')).flatMap((item): Said[] => {
    const text = jsonText(item);
    if (text === undefined) return [];
    return [{ references: [referenceOf(text)], place: placeSpan(uri, item.place), words: `depends_on: ${text}` }];
  });
}

/** Returns all lists `references` within a value. Iterative, so that any depth is read. */
function saidIn(value: YamlNode | undefined, uri: string, name: string): Said[] {
  const found: Said[] = [];
  const waiting = value === undefined ? [] : [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    waiting.push(...jsonItems(next));
    for (const { key, value: inner } of jsonEntries(next)) {
      if (key !== 'references') waiting.push(inner);
      else
        for (const item of wholeReferences(inner)) {
          const text = jsonText(item) ?? '';
          const references: Reference[] = [referenceOf(text)];
          found.push({ references, place: placeSpan(uri, item.place), words: `${name} = ${text}` });
        }
    }
  }
  return found;
}

/** A plan lists `module.net.id` and then `module.net`, which is a part of it and says nothing more. */
function wholeReferences(list: YamlNode): readonly YamlNode[] {
  let last = '';
  return jsonItems(list).filter((item) => {
    const text = jsonText(item);
    if (text === undefined || last.startsWith(`${text}.`) || last.startsWith(`${text}[`)) return false;
    last = text;
    return true;
  });
}
