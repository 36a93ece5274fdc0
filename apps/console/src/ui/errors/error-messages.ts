/**
 * Messages of errors that say more than their code, by the key of the console's own text. A key that is also a code
 * reads the values of the code's text. The patterns match `<code>: <message>`. The first that matches counts.
 * `test/console/api-texts.test.ts` fails if the API has no such message.
 */
export const ERROR_MESSAGES = {
  writeUnknown: /It is not known whether (?<code>\S+) was written\. Its value before was (?<value>.+)\.$/s,
  interlockReason: /^interlock: (?!An interlock forbids this write\.)(?<reason>.+)$/s,
  gatewayStatus: /^gateway_refused: The gateway refused the call with status (?<status>\d+)\./,
  gatewayReason: /^gateway_refused: (?!The gateway refuses this (request|write)\.)(?<reason>.+)$/s,
  value_unreadable: /^value_unreadable: The current value of (?<code>.+) cannot be read/,
  revert_impossible: /^revert_impossible: The current value of (?<code>.+) cannot be read/,
  lighting_busy: /^lighting_busy: Another command for the label '(?<label>.+)' is/,
  no_devices: /^no_devices: The label '(?<label>.+)' has no devices/,
  not_controllable: /^not_controllable: The device '(?<device>.+)' has no point/,
  dashboard_full: /^dashboard_full: The dashboard has (?<most>\d+) widgets/,
  invalid_file_name: /^invalid_file_name: The file name must have at most (?<most>\d+) characters/,
  pictureType: /^unsupported_type: The picture must be/,
  modelType: /^unsupported_type: The file must be a glTF, /,
  csvNoText: /^malformed_csv: The CSV must be UTF-8/,
  csvNoHeader: /^malformed_csv: The CSV cannot be read\. The header is missing/,
  csvColumns: /^malformed_csv: The CSV cannot be read\. The header does not contain (?<columns>.+)\.$/,
  too_many_points: /^too_many_points: The CSV has more than (?<most>\d+) points/,
  gatewayPoints:
    /^too_many_points: The gateway has (?<found>\d+) new points\. Send the codes of at most (?<most>\d+)/,
  calendarNoText: /^malformed_calendar: The file must be UTF-8/,
  calendarLine: /^(malformed_calendar|validation_failed): Line (?<line>\d+): (?<reason>.+)$/s,
  export_too_large: /^export_too_large: The export has more than (?<most>\d+) rows/,
  report_too_large: /^report_too_large: The report has more than (?<most>\d+) rows/,
  outdated_revision: /^outdated_revision: .+ it has revision (?<revision>\d+)/,
  workflow_queue_full: /^workflow_queue_full: (?<most>\d+) executions/,
} as const satisfies Record<string, RegExp>;
