/**
 * A setting whose value is of another type than the setting: a number where a duration is wanted.
 */
import { AstUtils } from 'langium';
import * as ast from '../generated/ast.ts';
import { describeType, type StaticType } from '../static-type.ts';
import { typeOf, typeOfNamed } from '../typing.ts';
import type { LanguageCheck } from './check.ts';

export const settingType: LanguageCheck = {
  code: 'setting/type',
  severity: 'error',
  run(document, report) {
    for (const setting of AstUtils.streamAllContents(document).filter(ast.isSetting)) {
      const target = setting.property.ref;
      if (target === undefined || target === setting || ast.isPolicy(setting.$container)) continue;
      const wanted = typeOfNamed(target);
      const given = typeOf(setting.value);
      if (fits(given, wanted)) continue;
      const hint =
        given.kind === 'number' && wanted.kind === 'duration' ? ' Add a unit, such as 5s.' : ' Correct the value.';
      const message = `"${setting.property.$refText}" takes a ${describeType(wanted)}, not a ${describeType(given)}.${hint}`;
      report(setting, 'value', message);
    }
  },
};

/** Whether a value may be given; what is not known is not judged. */
export function fits(given: StaticType, wanted: StaticType): boolean {
  if (given.kind === 'unknown' || wanted.kind === 'unknown') return true;
  switch (wanted.kind) {
    case 'entity':
      if (given.kind === 'none') return true;
      return given.kind === 'entity' && (given.of === wanted.of || given.of === 'entity' || wanted.of === 'entity');
    case 'set':
      return given.kind === 'set' && fits(given.of, wanted.of);
    case 'map':
      return given.kind === 'map' ? fits(given.value, wanted.value) : fits(given, wanted.value);
    case 'label':
      return given.kind === 'label' || given.kind === 'text';
    case 'enum':
      return (
        given.kind === 'label' ||
        (given.kind === 'enum' && given.values.every((value) => wanted.values.includes(value)))
      );
    default:
      return given.kind === wanted.kind;
  }
}
