import { FirstSchema1700000000000 } from './1700000000000-first-schema';
import { Avatars1700000000200 } from './1700000000200-avatars';
import { OAuthAccounts1700000000400 } from './1700000000400-oauth-accounts';
import { AuditLog1700000000500 } from './1700000000500-audit-log';
import { UnprovenEmails1700000000600 } from './1700000000600-unproven-emails';
import { Workflows1700000000700 } from './1700000000700-workflows';
import { Lists1700000000900 } from './1700000000900-lists';
import { PrunedRange1700000001000 } from './1700000001000-pruned-range';
import { MeterRereads1700000001100 } from './1700000001100-meter-rereads';
import { LastAreaId1700000001200 } from './1700000001200-last-area-id';
import { ImplausibleSteps1700000001300 } from './1700000001300-implausible-steps';

/** In the order in which they are applied. */
export const migrations = [
  FirstSchema1700000000000,
  Avatars1700000000200,
  OAuthAccounts1700000000400,
  AuditLog1700000000500,
  UnprovenEmails1700000000600,
  Workflows1700000000700,
  Lists1700000000900,
  PrunedRange1700000001000,
  MeterRereads1700000001100,
  LastAreaId1700000001200,
  ImplausibleSteps1700000001300,
];
