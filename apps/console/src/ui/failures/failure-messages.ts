import { readMessage } from '../field-messages';

/**
 * The sentences with which the API says why work has failed, why rows were left out, or what is wrong with a record, by
 * the key of the console's own text. Named groups are the values of the text. The first pattern that matches counts.
 * `test/console/api-texts.test.ts` fails if the API has a sentence without a pattern.
 */
export const FAILURE_MESSAGES = {
  mailTimeout: /^The mail server did not answer in time\.$/,
  mailRefused: /^The mail server did not accept the mail\.$/,
  mailInterrupted: /^The mail was interrupted too often\.$/,
  mailBroken: /^The mail of a report failed because of an error of the service\.$/,
  messageBroken: /^The message could not be sent because of an error of the service\.$/,
  ruleDeleted: /^The notification rule was deleted\.$/,
  ruleDisabled: /^The notification rule was disabled\.$/,
  recipientRemoved: /^The notification rule no longer names this recipient\.$/,
  alertDeleted: /^The alert was deleted\.$/,
  clearedInQuiet: /^The alert was cleared or shelved during the quiet hours\.$/,
  clearedBeforeEnd: /^The alert was cleared before the quiet hours ended\.$/,
  clearedEarlier: /^The alert was acknowledged, shelved or cleared before the escalation\.$/,
  webhookStatus: /^The webhook answered with status (?<status>\d+)\.$/,
  reportFailed: /^The report could not be created\.$/,
  reportMissing: /^The report has no file\.$/,
  reportInterrupted: /^The report was interrupted too often\. /,
  reportRows: /^The report has more than (?<most>\d+) rows\. /,
  reportPeriod: /^The period must not be longer than ten years\.$/,
  reportIntervals: /^The period has more than (?<most>\d+) \S+s\. /,
  reportRendering: /^The report could not be rendered\. /,
  reportsBusy: /^Rendering reports takes too long now\. /,
  reportBroken: /^The report failed because of an error of the service\.$/,
  templateGone: /^Template (?<id>\d+) does not exist\.$/,
  areaGone: /^Area (?<id>\d+) does not exist\.$/,
  fileDeleted: /^The file was deleted before the run was completed\.$/,
  exportInterrupted: /^The export was interrupted too often\. /,
  exportRows: /^The export has more than (?<most>\d+) rows\. /,
  exportBroken: /^The export failed because of an error of the service\.$/,
  backupInterrupted: /^The backup was interrupted too often, /,
  backupUnverified:
    /^The backup was written, but it could not be verified because of an error of the service\.$/,
  backupChecksums: /^Only the checksums of the file were verified, /,
  backupSkipped: /^The scheduled backup was skipped, because another backup is running\.$/,
  backupBroken: /^The backup failed because of an error of the service\.$/,
  importEmpty: /^The file contains no valid readings\.$/,
  importFileGone: /^The uploaded file is missing\. /,
  importMeterGone: /^The meter (?<code>.+) was removed\.$/,
  restoredMessage: /^The message had not ended when the restored backup was made\. /,
  restoredExecution: /^The execution had not ended when the restored backup was made\. /,
  restored: /^The (backup|export|report) had not ended when the restored backup was made\./,
  lightUnknown: /^The write failed unexpectedly\. It is not known whether the light has changed\.$/,
  lightWithoutPoint: /^The device '(?<device>.+)' has no point that switches or dims it\.$/,
  lightTimeout:
    /^The command ran out of time before it could write to (?<code>.+)\. Nothing was written to it\.$/,
  addressPrivate: /^This address is not public\. /,
  redirects: /^The server redirected more than (?<most>\d+) times\.$/,
  redirectPlain: /^The server redirects from https to http\. /,
  redirectScheme: /^The answer redirects to an address that does not begin with http:\/\/ or https:\/\/\.$/,
  answerEncoding: /^The answer has an unknown content encoding\.$/,
  answerTimeout: /^No complete response arrived within (?<seconds>[\d.]+) s\.$/,
  answerSize: /^The response is larger than (?<most>\d+) bytes\.$/,
  hostUnknown: /^No host with this name was found\.$/,
  tlsFailed: /^A secure connection could not be made( \((?<code>\w+)\))?\.$/,
  connectionFailed: /^The connection failed( \((?<code>\w+)\))?\.$/,
  readNull: /^(?<field>\S+): Cannot read "(?<name>.+)" of (?<what>\w+)\.$/,
  cancelledBy: /^(The execution was )?cancelled by (?<name>.+?)\.?$/,
  cancelled: /^The execution was cancelled\.$/,
  restartedBy: /^(The execution was )?restarted by execution (?<id>[\w-]+)\.?$/,
  activeTime: /^The execution was active for longer than (?<most>\d+) ms\.$/,
  givenUp: /^Workers recovered the execution (?<count>\d+) times, but the execution made no progress\.$/,
  stuck: /^The execution cannot continue: no node is running, ready or waiting\.$/,
  internal: /^The execution failed with an internal error\.$/,
  steps: /^The execution may have at most (?<most>\d+) node runs\. /,
  gotos: /^The execution may jump \(goto\) at most (?<most>\d+) times\.$/,
  loopItems: /^A loop may have at most (?<most>\d+) items, but this loop has (?<found>\d+)\.$/,
  outputSize: /^The output of a node may have at most (?<most>\d+) characters\.$/,
  stateSize:
    /^Outputs, variables and loop items of an execution may have at most (?<most>\d+) characters in total\.$/,
  outputDepth: /^The data of a node may be nested at most (?<most>\d+) levels deep\.$/,
  endedAfter: /^The execution ended after (?<done>\d+) of (?<all>\d+) items\.$/,
  nodeEnded: /^The node was interrupted, because the execution ended\.$/,
  nodeLeft: /^The node was interrupted by a jump \(goto\)\.$/,
  pointDuplicate: /^The code '(?<code>.+)' is already in the row with the index \d+\.$/,
  pointCodeTaken: /^The code '(?<code>.+)' is taken by another point\.$/,
  pointNoObject: /^Set objectId or objectCode\.$/,
  pointObjectGone: /^The object (with the code )?'?(?<object>.+?)'? does not exist\.$/,
  pointObjectCode: /^The object (?<object>\d+) does not have the code '(?<code>.+)'\.$/,
  pointOtherModel: /^The object (with the code )?'?(?<object>.+?)'? belongs to another model\.$/,
  pointMalformed: /^(The point must be an object|The row has more cells than the header)\.$/,
  pointNotOffered: /^The gateway has no point with the code '(?<code>.+)'\.$/,
  pointCodeUnusable: /^The code '(?<code>.+)' cannot be used\. /,
  pointNameLong: /^The name of '(?<code>.+)' is too long\.$/,
  pointUnitLong: /^The unit of '(?<code>.+)' is too long\.$/,
  pointDataTypeLong: /^The data type of '(?<code>.+)' is too long\.$/,
  gatewayTimeout: /^The gateway did not answer within (?<seconds>[\d.]+) s\.$/,
  gatewayLogin: /^The gateway refused the credentials of this service\.$/,
  gatewayPaused: /^The gateway has failed repeatedly and is not called for a while\. /,
  gatewayRefuses: /^The gateway refuses this (request|write)\.$/,
  gatewayNoCode: /^The gateway does not know this code\.$/,
  gatewayNoRelease: /^The gateway cannot release a forced value\.$/,
  gatewayRefused: /^The gateway refused the call with status (?<status>\d+)\.$/,
  gatewayStatus: /^The gateway answered .+ with status (?<status>\d+)\.$/,
  gatewayAnswer: /^The gateway (answered .+ with a body that|sent an answer|returned too many) /,
  gatewayUnreached: /^The gateway could not be reached \((?<code>.+)\)\.$/,
  gatewayBroken: /^The gateway broke off the connection\.$/,
  gatewayToken: /^The gateway refused (a token|to issue tokens)/,
  gatewayStore: /^The gateway's tokens could not be read or stored \((?<code>.+)\)\.$/,
  interlock: /^An interlock forbids this write\.$/,
  writeRefused: /^The gateway did not write to (?<code>.+)\.$/,
  writeFailed: /^The write failed unexpectedly\.$/,
  writeInterrupted: /^The service stopped during the write\.$/,
  writeStopped: /^The execution was stopped before the write\.$/,
  nothingWritten: /^Nothing was written\.$/,
  writeUnknown: /^It is not known whether (?<code>\S+) was written\. Its value before was (?<value>.+)\.$/s,
  lineColumns: /^The line has (?<found>\d+) columns instead of (?<wanted>\d+)\. /,
  lineValue: /^The line has no value\.$/,
  lineInstant: /^(?<text>.+) is not a date and time such as (?<example>.+)\.$/s,
  lineSkipped: /^(?<text>.+) does not exist in (?<zone>\S+): the clocks skip this time\.$/s,
  lineEarly: /^(?<text>.+) lies before 1970\.$/s,
  lineFuture: /^(?<text>.+) lies in the future\.$/s,
  lineNumber: /^(?<text>.+) is not a number with a decimal /s,
  lineLarge: /^(?<text>.+) is too large to be added up\.$/s,
  lineInterval: /^The IntervalReading has no start, duration or value in whole numbers\.$/,
  lineDuration:
    /^The interval has (?<found>\d+) seconds, but the meter's intervals have (?<wanted>\d+) seconds\.$/,
  lineFinal: /^The reading affects only hours whose sums are final, /,
  rulePoint: /^The gateway has not reported a value of (?<code>.+) yet\. /,
  ruleArea: /^Area (?<id>\d+) was deleted\. /,
  rulePointGone: /^The point (?<code>.+) was deleted\. /,
  factorsNoSource: /^No source of factors is configured\. Set CARBON_FACTOR_URL\.$/,
  factorsStatus: /^The source of emission factors answered with status (?<status>\d+)\.$/,
  factorsUnusable: /^The factors are not usable: (?<faults>.+)\.$/s,
  factorsUnchanged: /^The factors are unchanged\.$/,
  faultNoObject: /^the answer is not a JSON object$/,
  faultUnit: /^(?<field>\S+) must be a unit for \w+, such as (?<unit>\S+)$/,
  faultEnd: /^(?<field>\S+) must be after validFrom$/,
  faultSecond: /^(?<field>\S+) is a second factor of the same category, region, scope and validFrom$/,
  faultsMore: /^and (?<count>\d+) more$/,
  usedByRun: /^The run of the report “(?<name>.+)” at (?<at>\S+) uses this file\.$/s,
  usedByWorkflow: /^The workflow “(?<name>.+)” uses this file\.$/s,
} as const satisfies Record<string, RegExp>;

export type FailureMessage = keyof typeof FAILURE_MESSAGES;

export const readFailureMessage = (sentence: string) => readMessage(FAILURE_MESSAGES, sentence);

type ReadFailure = NonNullable<ReturnType<typeof readFailureMessage>>;

/** Sentences that the API appends to a reason, because they are true of the whole work. */
const APPENDED: ReadonlySet<FailureMessage> = new Set(['factorsUnchanged', 'nothingWritten', 'writeUnknown']);

/**
 * Reads a message of one or more sentences: "The gateway did not answer within 5 s. Nothing was written." Sentences that
 * are not known, such as the words of a gateway, are returned as they are.
 */
export function readFailures(message: string): (ReadFailure | string)[] {
  // Appended sentences are read first: a pattern without an end would match them too, and they would be lost.
  for (const { index } of message.matchAll(/(?<=\.) /g)) {
    const end = readFailureMessage(message.slice(index + 1));
    if (end && APPENDED.has(end.key)) return [...readFailures(message.slice(0, index)), end];
  }
  return [readFailureMessage(message) ?? message];
}
