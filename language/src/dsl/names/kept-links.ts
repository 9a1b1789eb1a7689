/**
 * Links that outlive a change of their file. Where a change touches nothing that another declaration can name
 * (what a block does, a guard, a scenario), what the unchanged declarations refer to is where it was; only what
 * led into a changed declaration is looked up again.
 */
import { type AstNode, isAstNode, type LangiumDocument, type Reference } from 'langium';
import { declarationAround } from './declaration-around.ts';
import { type DeclarationState, outdate, stateOf } from './declaration-state.ts';
import * as ast from '../generated/ast.ts';
import { referencesIn } from './link.ts';

type File = LangiumDocument<ast.Document>;

/** The declarations of a file with what others see of each. */
export interface KnownLinks {
  readonly document: File;
  readonly declarations: readonly ast.Declaration[];
  readonly faces: readonly string[];
}

/** Notes what a file declares, before parts of its tree go over to a later version. Cost: O(what is new in it). */
export function knownLinks(document: File): KnownLinks {
  const declarations = [...document.parseResult.value.declarations];
  return { document, declarations, faces: declarations.map(faceOf) };
}

/** Takes over into a new version of a file what still leads where it did; all else is looked up when it is asked for. */
export function keepLinks(known: KnownLinks, document: File): void {
  const { declarations } = document.parseResult.value;
  const before = new Set(known.declarations);
  const isSameOutside =
    declarations.length === known.declarations.length &&
    declarations.every((declaration, index) => faceOf(declaration) === known.faces[index]);
  const kept = new Set(declarations.filter((each) => before.has(each)));
  const changed = new Set<ast.Declaration>();
  const users = new Map<ast.Declaration, ast.Declaration[]>();
  for (const declaration of kept) {
    let named = namedBy.get(stateOf(declaration));
    if (!isSameOutside || !(named?.every((each) => kept.has(each)) ?? false)) {
      const links = keepLinksOf(declaration, kept, isSameOutside);
      named = links.named;
      if (links.areComplete) namedBy.set(stateOf(declaration), named);
      if (links.hasLost) changed.add(declaration);
      for (const reference of links.references) document.references.push(reference);
    } else for (const reference of referencesIn(declaration)) document.references.push(reference);
    for (const each of named ?? []) listIn(users, each).push(declaration);
  }
  outdateAll(isSameOutside ? changed : kept, users);
  known.document.references = [];
}

/** The other declarations of its file that a declaration names, where all of its names are resolved. */
const namedBy = new WeakMap<DeclarationState, readonly ast.Declaration[]>();

interface Links {
  /** Those that still lead where they did. */
  readonly references: readonly Reference[];
  readonly named: readonly ast.Declaration[];
  /** Whether a name has to be looked up again. */
  readonly hasLost: boolean;
  /** Whether all names are resolved. */
  readonly areComplete: boolean;
}

/** Keeps the links of one declaration that still lead where they did. */
function keepLinksOf(declaration: ast.Declaration, kept: ReadonlySet<ast.Declaration>, isSameOutside: boolean): Links {
  const references: Reference[] = [];
  const named = new Set<ast.Declaration>();
  let hasLost = false;
  let areComplete = true;
  for (const reference of referencesIn(declaration)) {
    // The linker makes no others; it reads one without a target as not resolved.
    const made = reference as Reference & { _ref: unknown };
    const target = isAstNode(made._ref) ? targetOf(made._ref, kept) : undefined;
    if (isSameOutside && target !== undefined) {
      references.push(reference);
      if (target !== 'outside' && target !== declaration) named.add(target);
      continue;
    }
    areComplete = false;
    if (made._ref === undefined) continue;
    hasLost = true;
    made._ref = undefined;
    Reflect.deleteProperty(made, '_nodeDescription');
  }
  return { references, named: [...named], hasLost, areComplete };
}

/** Takes note that declarations are not what they were to whoever names them, directly or not. */
function outdateAll(
  changed: Iterable<ast.Declaration>,
  users: ReadonlyMap<ast.Declaration, readonly ast.Declaration[]>,
): void {
  const reached = new Set(changed);
  for (const declaration of reached) {
    outdate(declaration);
    for (const user of users.get(declaration) ?? []) reached.add(user);
  }
}

function listIn<K, V>(lists: Map<K, V[]>, key: K): V[] {
  let list = lists.get(key);
  if (list === undefined) lists.set(key, (list = []));
  return list;
}

/** Where a link leads to that is still there: to a declaration that was kept, or outside of the file. */
function targetOf(target: AstNode, kept: ReadonlySet<ast.Declaration>): ast.Declaration | 'outside' | undefined {
  const declaration = declarationAround(target);
  if (declaration === undefined) return 'outside';
  if (kept.has(declaration)) return declaration;
  return isOfFile(declaration, kept) ? undefined : 'outside';
}

/** Whether a declaration belongs to the file whose declarations were kept, in whatever version. */
function isOfFile(declaration: AstNode, kept: ReadonlySet<AstNode>): boolean {
  const [first] = kept;
  return first !== undefined && uriOf(declaration) === uriOf(first);
}

const uriOf = ({ $container }: AstNode): string | undefined => $container?.$document?.uri.toString();

const faces = new WeakMap<ast.Declaration, string>();

/** All of a declaration that names elsewhere can depend on, as text. */
function faceOf(declaration: ast.Declaration): string {
  let face = faces.get(declaration);
  if (face === undefined) faces.set(declaration, (face = describe(declaration)));
  return face;
}

function describe(declaration: ast.Declaration): string {
  switch (declaration.$type) {
    case 'Scenario':
    case 'Check':
      return declaration.$type;
    case 'Machine':
      return `machine ${declaration.name} ${declaration.for ?? ''} {${declaration.members.map(faceOfMember).join('\n')}}`;
    case 'Entity':
      return faceOfEntity(declaration);
    default:
      return textOf(declaration);
  }
}

function faceOfMember(member: ast.MachineMember | ast.StateMember): string {
  switch (member.$type) {
    case 'State':
      return `state ${member.name} {${member.members.map(faceOfMember).join('\n')}}`;
    case 'Parameter':
    case 'Variable':
      return `${member.$type} ${member.name}: ${textOf(member.type)}`;
    case 'Let':
    case 'Event':
      return textOf(member);
    default:
      return '';
  }
}

function faceOfEntity(entity: ast.Entity): string {
  const { modifiers, kind, name, count, type, machine } = entity;
  const head = [...modifiers, kind, name, String(count ?? ''), ':', type ?? '', machine?.$refText ?? ''].join(' ');
  const members = entity.members.map((member) => {
    if (ast.isEntity(member)) return faceOfEntity(member);
    if (ast.isDestructor(member)) return '';
    if (ast.isEntityAction(member))
      return `action ${[member, ...member.parameters].map((each) => each.name).join(' ')}`;
    return textOf(member);
  });
  return `${head} {${members.join('\n')}}`;
}

const textOf = (node: AstNode | undefined): string => node?.$cstNode?.text ?? '';
