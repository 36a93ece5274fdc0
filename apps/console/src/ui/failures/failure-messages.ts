import { readMessage } from '../field-messages';

/**
 * The sentences with which the API stores why work has failed, by the key of the console's own text. Named groups are
 * the values of the text. The first pattern that matches counts. `test/console/api-texts.test.ts` fails if the API has
 * a sentence without a pattern.
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
  reportsBusy: /^Other reports are being rendered\. /,
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
} as const satisfies Record<string, RegExp>;

export type FailureMessage = keyof typeof FAILURE_MESSAGES;

export const readFailureMessage = (sentence: string) => readMessage(FAILURE_MESSAGES, sentence);
