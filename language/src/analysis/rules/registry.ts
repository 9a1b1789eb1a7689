/**
 * All rules of a model as a table. A new rule needs one file, one row here, one row in the table of finding codes and
 * one page in `language/docs/findings`.
 */
import type { Rule } from './rule.ts';
import { collectorEndlessCheck } from './collector-endless-check.ts';
import { collectorManyKeepalives } from './collector-many-keepalives.ts';
import { collectorShortLease } from './collector-short-lease.ts';
import { conflictOwnershipOrder } from './conflict-ownership-order.ts';
import { cycleDestroyedAfter } from './cycle-destroyed-after.ts';
import { cycleMaps } from './cycle-maps.ts';
import { cycleOwnership } from './cycle-ownership.ts';
import { cycleRequests } from './cycle-requests.ts';
import { cycleWaitsFor } from './cycle-waits-for.ts';
import { deleteDeadlock } from './delete-deadlock.ts';
import { mapNoSpaceMap } from './map-no-space-map.ts';
import { mapPhysicalToVirtual } from './map-physical-to-virtual.ts';
import { objectOwnerNamespace } from './object-owner-namespace.ts';
import { objectUnreachable } from './object-unreachable.ts';
import { objectUnreferred } from './object-unreferred.ts';
import { orderLeftOut } from './order-left-out.ts';
import { regionEmpty } from './region-empty.ts';
import { regionOutsideFeeder } from './region-outside-feeder.ts';
import { regionDrainTimeout } from './region-drain-timeout.ts';
import { regionFeedbackLoop } from './region-feedback-loop.ts';
import { regionNoCheckpoint } from './region-no-checkpoint.ts';
import { regionNoRecovery } from './region-no-recovery.ts';
import { regionNoTrigger } from './region-no-trigger.ts';
import { regionOverlap } from './region-overlap.ts';
import { regionStartOperator } from './region-start-operator.ts';
import { entityDoomedAbsent } from './entity-doomed-absent.ts';
import { relationRootDiesWith } from './relation-root-dies-with.ts';
import { relationWrongKinds } from './relation-wrong-kinds.ts';
import { requestNotServed } from './request-not-served.ts';
import { resourceNoSpace } from './resource-no-space.ts';
import { resourceNotHeldByServer } from './resource-not-held-by-server.ts';
import { resourceOrphan } from './resource-orphan.ts';
import { resourceWrongType } from './resource-wrong-type.ts';
import { settingValue } from './setting-value.ts';
import { spaceNoManager } from './space-no-manager.ts';
import { spaceSeveralManagers } from './space-several-managers.ts';
import { spaceSeveralMaps } from './space-several-maps.ts';
import { viewEmpty } from './view-empty.ts';

/** All rules, in the order of the table of finding codes. */
export const rules: readonly Rule[] = [
  settingValue,
  entityDoomedAbsent,
  relationWrongKinds,
  relationRootDiesWith,
  spaceNoManager,
  spaceSeveralManagers,
  spaceSeveralMaps,
  resourceNoSpace,
  resourceWrongType,
  resourceOrphan,
  resourceNotHeldByServer,
  requestNotServed,
  mapNoSpaceMap,
  mapPhysicalToVirtual,
  objectUnreachable,
  objectUnreferred,
  objectOwnerNamespace,
  collectorEndlessCheck,
  collectorManyKeepalives,
  collectorShortLease,
  regionEmpty,
  regionOutsideFeeder,
  regionOverlap,
  regionFeedbackLoop,
  regionStartOperator,
  regionNoTrigger,
  regionDrainTimeout,
  regionNoCheckpoint,
  regionNoRecovery,
  cycleOwnership,
  cycleMaps,
  cycleDestroyedAfter,
  cycleWaitsFor,
  cycleRequests,
  deleteDeadlock,
  orderLeftOut,
  conflictOwnershipOrder,
  viewEmpty,
];
