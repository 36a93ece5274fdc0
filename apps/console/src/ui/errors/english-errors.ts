/** The texts of errors in English, by the keys of `error.texts.ts`. */
export const ENGLISH = {
  invalid_credentials: 'The username or the password is wrong. Check both and try again.',
  too_many_attempts: 'There were too many attempts. Wait {{seconds}} seconds and try again.',
  invalid_code: 'The code is wrong, used or expired. Check it, or request a new one.',
  username_taken: 'The username is taken. Choose another one.',
  email_taken: 'The e-mail address already belongs to an account.',
  registration_closed: 'Registration is closed. Ask an administrator for an account.',
  weak_password: 'The password is too easy to guess. Choose a longer one, without your username.',
  invalid_password: 'The current password is wrong. Enter it again.',
  identity_taken:
    'This identity at the provider is already linked to an account. Sign in with the provider to use that account.',
  invalid_bind_token: 'This took too long. Sign in at the provider again.',
  email_unverified: 'The provider has not verified your e-mail address. Link an account that you have.',
  invalid_state: 'The sign-in took too long or is complete. Start again.',
  sign_in_refused: 'The provider has refused the sign-in. Start again.',
  provider_failed: 'The provider cannot be reached. Try again, or sign in with your password.',
  provider_timed_out: 'The provider did not answer in time. Try again, or sign in with your password.',
  public_url_missing:
    'The address of this service is not configured. Ask an administrator to set PUBLIC_URL.',
  account_changed: 'The account was changed during the sign-in. Start again.',
  forbidden: 'Your role does not allow this. Ask an administrator for a higher role.',
  not_found: 'This record no longer exists. Reload the list.',
  wrong_state: 'The state has changed, so this action is no longer possible. Reload the page.',
  interlock:
    'The gateway has an interlock for this point, so the value was not written. Release the interlock at the plant, or ask its operator.',
  gateway_timeout: 'The gateway did not answer in time. Try again, or check its connection.',
  gateway_failed: 'The gateway cannot be reached. Try again, or check its connection.',
  database_unavailable: 'The database does not answer. Nothing was changed. Try again in a moment.',
  outcome_unknown: 'The answer was lost, so this may or may not have been done. Reload the page to find out.',
  budget_exists: 'The area has a budget of this energy type and year. Change that budget.',
  loss_not_open: 'The loss is not open. It was dismissed, or it is gone.',
  code_taken: 'Another record has this code. Choose another one.',
  last_administrator:
    'The last administrator cannot be deleted or get another role. Make somebody else an administrator first.',
  last_sign_in: 'This is the only way to sign in to this account. Set a password first.',
  search_too_broad: 'Too many records match. Enter more characters.',
  backup_running: 'A backup is already running. Wait until it has ended.',
  report_missing: 'The report has no file. Run it again.',
  workflow_busy:
    'The workflow runs only one execution at a time, and another one has not ended. Wait for its end, or cancel it.',
  workflow_draft: 'The workflow is a draft. Solve its problems first.',
  workflow_disabled: 'The workflow is not enabled. Enable it first.',
  execution_ended: 'The execution has already ended. Reload the page to see its result.',
  execution_not_failed: 'Only an execution that has failed can be retried. Start the workflow again instead.',
  already_undone: 'The undo of this import was already requested. Reload the page to see its state.',
  readings_deleted:
    'Readings of this time have been deleted, because their retention period is over. Their sums are final.',
  broken_picture: 'The picture is incomplete. Upload the whole file.',
  not_written: 'The gateway did not write the value. Check the point and its limits, then try again.',
  devices_unsupported: 'The gateway does not list its devices.',
  configuration_refused_gateway_says: 'The gateway refuses these connections. It says: “{{reason}}”',
  gateway_disabled:
    'The gateway {{name}} is switched off or deleted. An administrator can change this in the settings.',
  gateway_of_environment:
    'This gateway is configured by GATEWAY_URL in the environment of the service. Change it there.',
  gateway_prefix_taken: 'Codes of another gateway begin like this. Choose another prefix.',
  too_many_gateways: 'There are {{most}} gateways, which is the limit. Delete one first.',
  gateway_unavailable: 'The gateway has failed repeatedly and is not called for a while. Try again later.',
  mail_timeout: 'The mail server did not answer in time. Check its address and port, then try again.',
  unauthenticated: 'You are not signed in any more. Sign in again.',
  invalid_token: 'You are not signed in any more. Sign in again.',
  invalid_refresh_token: 'You are not signed in any more. Sign in again.',
  interlock_gateway_says:
    'The gateway has an interlock for this point, so the value was not written. It says: “{{reason}}” Release the interlock at the plant, or ask its operator.',
  gateway_answer_too_large: 'The gateway sent too much at once. Choose a shorter period or fewer points.',
  gateway_refused: 'The gateway refuses this. Check the point, the value and its limits.',
  gateway_refused_gateway_says:
    'The gateway refuses this. It says: “{{reason}}” Check the point, the value and its limits.',
  gateway_refused_status:
    'The gateway refuses calls of this service with status {{status}}. Ask an administrator to check the gateway.',
  gateway_credentials_refused:
    'The gateway refuses the credentials of this service. Ask an administrator to check GATEWAY_USERNAME and GATEWAY_PASSWORD.',
  release_unsupported:
    'The gateway cannot release a forced value. Release it at the gateway, or write the earlier value.',
  write_unknown:
    'It is not known whether {{code}} was written. Its value before was {{value}}. Check its current value before you try again.',
  write_failed: 'The write has failed unexpectedly. Check the current value before you try again.',
  write_interrupted:
    'The service stopped during the write, so it may or may not have been done. Check the current values before you try again.',
  write_pending:
    'The same write is still running, and may already have taken effect. Wait a moment and check the current values.',
  override_busy: 'The forced value of this point is being changed. Wait a moment and try again.',
  value_unreadable:
    'The current value of {{code}} cannot be read. Check the connection of the gateway, then try again.',
  revert_impossible:
    'The current value of {{code}} cannot be read, so it could not be restored later. Nothing was written. Try again, or write without a time limit.',
  lighting_busy:
    'Another command for the group of lights {{label}} is still running. Wait a moment and try again.',
  no_devices:
    'The group of lights {{label}} has no light with a point that switches or dims it. Ask an engineer to assign such points to its lights.',
  not_controllable:
    'The light {{device}} has no point that switches or dims it. Ask an engineer to assign one.',
  dashboard_full: 'The dashboard already has {{most}} widgets, which is the limit. Delete one first.',
  file_in_use: 'Other records use the file. Remove it there first.',
  invalid_file_name:
    'The name of the file has more than {{most}} characters, or characters that are not allowed. Rename the file.',
  no_file: 'Choose a file.',
  too_many_files: 'Only one file can be uploaded at a time. Choose one file.',
  too_large: 'This is too large for the server. Choose a smaller file, or split it.',
  incomplete_body: 'The upload did not arrive completely. Check your network and try again.',
  incomplete_request: 'The request did not arrive completely. Check your network and try again.',
  request_timeout: 'The upload took too long. Check your network and try again, or choose a smaller file.',
  upload_expired: 'The uploaded file has been removed, because it was not used in time. Upload it again.',
  storage_full: 'The file store is full. Nothing was stored. Delete files or add space, and try again.',
  storage_failed: 'The data folder cannot be written. Nothing was stored. Report this to the administrator.',
  storage_unavailable: 'The file store cannot be used at the moment. Nothing was changed. Try again later.',
  unsupported_type: 'The server does not accept this kind of file. Choose another file.',
  unsupported_picture: 'The picture must be a PNG, JPEG or WebP. Choose another file.',
  unsupported_model:
    'The file must be a glTF, GLB, IFC, OBJ, FBX or STL model, without an embedded page or archive. Choose another file.',
  invalid_model:
    'The model is not valid glTF 2.0. Check it with a glTF validator and export it again. First error: {{detail}}',
  external_files:
    'The model needs buffers or images in other files, which an upload cannot contain. Export it as “glTF Binary” (.glb), or run “npx @gltf-transform/cli copy model.gltf model.glb” in the folder of its files.',
  too_complex: 'The model is too complex to be checked. Simplify it, and upload it again.',
  calendar_too_complex: 'The file takes too long to read. Import fewer events or shorter series.',
  calendar_changed: 'The time zone of the calendar was changed during the import. Import the file again.',
  imports_busy: 'Other calendar files are being read. Try again in {{seconds}} seconds.',
  checks_busy: 'Other models are being checked. Try again in a moment.',
  unknown_columns:
    'The first line of the file is neither a reading nor a known header. Name one column timestamp and one column value.',
  ambiguous_dates:
    'The order of day and month in the dates of the file is not clear. Choose the format of the dates.',
  ambiguous_decimals: 'The values of the file have both points and commas. Choose the decimal mark.',
  invalid_green_button:
    'The Green Button file cannot be imported. Check its unit, interval and kind of data.',
  malformed_csv: 'The CSV cannot be read. Check its quotation marks and separators, then try again.',
  csv_not_text: 'The CSV must be text in UTF-8. Save it as “CSV UTF-8”, then try again.',
  csv_without_header: 'The CSV is empty. Its first line must name the columns.',
  csv_columns: 'The first line of the CSV must also name these columns: {{columns}}.',
  too_many_points: 'The CSV has more than {{most}} points. Split it into several files.',
  too_many_gateway_points: 'The gateway has {{found}} new points. Choose at most {{most}} at once.',
  malformed_calendar:
    'The file is not a valid iCalendar file, which begins with BEGIN:VCALENDAR. Export the calendar again.',
  calendar_not_text: 'The file must be text in UTF-8. Export the calendar again.',
  calendar_line: 'Line {{line}} of the file: {{reason}}',
  export_too_large: 'The export would have more than {{most}} rows. Choose a shorter range or more filters.',
  report_too_large:
    'The report would have more than {{most}} rows. Choose a shorter period, longer intervals or fewer areas.',
  report_failed: 'The report could not be rendered. Choose fewer sections or a shorter period.',
  reports_busy:
    'Rendering reports takes too long now. Try again in {{seconds}} seconds, or choose fewer sections or a shorter period.',
  mail_failed:
    'The mail server cannot be reached, or did not accept the mail. Check its address, port and encryption, then try again.',
  mail_refused:
    'The mail server has refused the mail. Check the username, the password, the sender and the recipients.',
  queue_unavailable: 'The queue of background work is not available. Nothing was started. Try again later.',
  default_dashboard: 'The dashboard of the overview cannot be deleted, and everybody sees it.',
  too_many_dashboards:
    'There are {{most}} shared dashboards, or you have {{mostOwn}} of your own, which is the limit. Delete one first.',
  outdated_revision:
    'Somebody else has saved changes since you opened this. Reload it and repeat your changes.',
  definition_invalid:
    'The workflow can no longer run as it is. Open it in the editor and solve its problems.',
  workflow_queue_full:
    '{{most}} executions of the workflow are already waiting. Wait for some of them, or cancel them.',
  workflow_changing: 'The workflow is being changed. Try again in a moment.',
  conflict:
    'This conflicts with another record, or the record is still in use. Reload the page and try again.',
  bad_request: 'The server does not understand this request. Reload the page and try again.',
  validation_failed: 'Some entries are not valid. Correct the marked fields.',
  unexpected: 'Something in this page has failed. Reload the page and try again.',
  unreachable: 'The server cannot be reached. Check your network and try again.',
  429: 'Too many requests. Wait {{seconds}} seconds and try again.',
  413: 'This is too large for the server. Choose a smaller file, or split it.',
  500: 'The server has made an error. Try again. If it happens again, ask an administrator.',
  502: 'A server behind this one has failed. Try again later.',
  504: 'A server behind this one did not answer in time. Try again later.',
  503: 'The service is not available right now. Nothing was changed. Try again in a moment.',
};
