/**
 * Keeps links across an edit of their file. If an edit changes nothing that another declaration can name (the content
 * of a block, a guard, a scenario), the links of unchanged declarations stay valid; only links into a changed
 * declaration are looked up again.
 */
import { type AstNode, isAstNode, type LangiumDocument } from 'langium';
import { declarationAround } from './declaration-around.ts';
import { createFact, oncePerDeclaration, outdate } from './declaration-state.ts';
import * as ast from '../generated/ast.ts';
import { append } from '../../model/common/append.ts';
import { forgetTarget, referencesIn, targetIfRead } from './link.ts';
import { textOf as writtenText } from '../syntax/tree/places.ts';
import type { Body } from '../types/bodies.ts';

type File = LangiumDocument<ast.Document>;

/** The declarations of a file with what others can see of each. */
export interface KnownLinks {
  readonly declarations: readonly ast.Declaration[];
  readonly faces: readonly string[];
}

/** Records the declarations of a file before parts of its tree move to a later version. Cost: linear in what is new. */
export function knownLinks(document: File): KnownLinks {
  const declarations = [...document.parseResult.value.declarations];
  return { declarations, faces: declarations.map(faceOf) };
}

/** Keeps in a new version of a file the links that are still valid; the others are looked up when read. */
export function keepLinks(known: KnownLinks, document: File): void {
  const { declarations } = document.parseResult.value;
  const before = new Set(known.declarations);
  const isSameOutside =
    declarations.length === known.declarations.length &&
    declarations.every((declaration, index) => faceOf(declaration) === known.faces[index]);
  const kept = new Set(declarations.filter((each) => before.has(each)));
  const changed = new Set<ast.Declaration>();
  const incomplete = new Map<ast.Declaration, readonly ast.Declaration[]>();
  for (const declaration of kept) {
    if (isSameOutside && (namedBy.get(declaration)?.every((each) => kept.has(each)) ?? false)) continue;
    const { named, areComplete, hasLost } = keepLinksOf(declaration, kept, isSameOutside);
    if (areComplete) namedBy.set(declaration, named);
    else incomplete.set(declaration, named);
    if (hasLost) changed.add(declaration);
  }
  if (isSameOutside && changed.size === 0) return;
  const users = new Map<ast.Declaration, ast.Declaration[]>();
  for (const declaration of kept)
    for (const each of incomplete.get(declaration) ?? namedBy.get(declaration) ?? []) append(users, each, declaration);
  outdateAll(isSameOutside ? changed : kept, users);
}

/** The other declarations of its file that a declaration names, if all of its names are resolved. */
const namedBy = createFact<readonly ast.Declaration[]>();

interface Links {
  readonly named: readonly ast.Declaration[];
  /** True if a name has to be looked up again. */
  readonly hasLost: boolean;
  /** True if all names are resolved. */
  readonly areComplete: boolean;
}

/** Keeps the links of one declaration that are still valid. */
function keepLinksOf(declaration: ast.Declaration, kept: ReadonlySet<ast.Declaration>, isSameOutside: boolean): Links {
  const named = new Set<ast.Declaration>();
  let hasLost = false;
  let areComplete = true;
  for (const reference of referencesIn(declaration)) {
    const found = targetIfRead(reference);
    const target = isAstNode(found) ? targetOf(found, kept) : undefined;
    if (isSameOutside && target !== undefined) {
      if (target !== 'outside' && target !== declaration) named.add(target);
      continue;
    }
    areComplete = false;
    if (found === undefined) continue;
    hasLost = true;
    forgetTarget(reference);
  }
  return { named: [...named], hasLost, areComplete };
}

/** Invalidates the declarations and everything that names them, directly or indirectly. */
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

/**
 * Returns the declaration that a valid link leads to, or `outside` for one outside the file; undefined if it is gone.
 */
function targetOf(target: AstNode, kept: ReadonlySet<ast.Declaration>): ast.Declaration | 'outside' | undefined {
  const declaration = declarationAround(target);
  if (declaration === undefined) return 'outside';
  if (kept.has(declaration)) return declaration;
  return isOfFile(declaration, kept) ? undefined : 'outside';
}

/** Returns true if a declaration belongs to any version of the file whose declarations were kept. */
function isOfFile(declaration: AstNode, kept: ReadonlySet<AstNode>): boolean {
  const [first] = kept;
  return first !== undefined && uriOf(declaration) === uriOf(first);
}

const uriOf = ({ $container }: AstNode): string | undefined => $container?.$document?.uri.toString();

/** Returns everything in a declaration that names elsewhere can depend on, as text. */
const faceOf = oncePerDeclaration(describe);

function describe(declaration: ast.Declaration): string {
  switch (declaration.$type) {
    case 'Scenario':
    case 'Check':
    case 'View':
      return declaration.$type;
    case 'Machine':
      return `machine ${declaration.name} ${declaration.for ?? ''} {${declaration.members.map(faceOfMember).join('\n')}}`;
    case 'Entity':
      return faceOfEntity(declaration);
    case 'Class':
      return faceOfClass(declaration);
    default:
      return textOf(declaration);
  }
}

function faceOfMember(member: ast.MachineMember | ast.StateMember): string {
  switch (member.$type) {
    case 'State':
      return `state ${member.name} {${member.members.map(faceOfMember).join('\n')}}`;
    case 'History':
      return `history ${member.name}`;
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
  const is = entity.class?.$refText ?? '';
  const head = [...modifiers, kind, name, String(count ?? ''), is, ':', type ?? '', machine?.$refText ?? ''].join(' ');
  return `${head} {${facesOfMembers(entity)}}`;
}

function faceOfClass(declaration: ast.Class): string {
  const { name, for: kind, base, type, machine } = declaration;
  const head = [name, kind ?? '', base?.$refText ?? '', ':', type ?? '', machine?.$refText ?? ''].join(' ');
  return `class ${head} {${facesOfMembers(declaration)}}`;
}

function facesOfMembers({ members }: Body): string {
  const faces = members.map((member) => {
    if (ast.isEntity(member)) return faceOfEntity(member);
    if (ast.isDestructor(member)) return '';
    if (ast.isEntityAction(member))
      return `action ${[member, ...member.parameters].map((each) => each.name).join(' ')}`;
    return textOf(member);
  });
  return faces.join('\n');
}

const textOf = (node: AstNode | undefined): string => (node && writtenText(node)) ?? '';
