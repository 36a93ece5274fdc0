import type { DocumentBuilder } from '@nestjs/swagger';

type SecurityScheme = Parameters<DocumentBuilder['addSecurity']>[1];

export const DESCRIPTION = `Plantroom is the backend of a building energy-monitoring and automation platform.

**Authorization.** Sign in with \`POST /api/auth/login\` and send the access token as \`Authorization: Bearer …\`. An
access token is valid for 15 minutes; renew it with \`POST /api/auth/refresh\`. A program sends an API key instead of
an access token. \`POST /api/api-keys\` creates API keys. The routes of accounts, preferences and API keys refuse them.
Each operation states the lowest role that may call it. The roles are viewer, operator, engineer and admin. Each role
includes the rights of the roles before it.

**Times.** Answers have ISO 8601 instants in UTC with milliseconds. A request may use any offset; in a query, write \`+\`
as \`%2B\`. An instant without an offset, or a bare date, is in the time zone of the platform. Ranges are \`[from, to)\`.

**Bodies.** Bodies are JSON in UTF-8. Unknown fields are ignored, so the answer of a GET can be sent back with PUT. Within
the trigger, the nodes and the edges of a workflow they are refused. A PUT changes only the fields in its body.

**Lists.** A paged list is a JSON array. \`page\` and \`limit\` choose the page. The header \`X-Total-Count\` has the number of
items, and \`Link\` (RFC 8288) has the addresses of the other pages. To read a whole list, follow the \`next\` link until
there is none. Its cursor, \`after\`, reaches all items; \`page\` reaches the first 10,000. Items that are added or deleted
meanwhile cause no other item to be skipped or repeated.

**Errors.** A 4xx answer is an \`ErrorDto\`: \`code\` is for programs and stable, \`error\` is a sentence for people. A 5xx
answer is a \`ServerErrorDto\`. Every answer has an \`X-Request-Id\`, which also appears in the log.`;

export const SECURITY_SCHEMES: Readonly<Record<string, SecurityScheme>> = {
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'The `accessToken` of `POST /api/auth/login` or `POST /api/auth/refresh`. It is valid for 15 minutes.',
  },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'The `key` of `POST /api/api-keys`. It is valid until it expires or is deleted.',
  },
  streamToken: {
    type: 'apiKey',
    in: 'query',
    name: 'token',
    description:
      'The `token` of `POST /api/events/token`, as a query parameter, because browsers cannot send headers when ' +
      'they open an event stream. It is valid for 30 seconds and opens event streams only.',
  },
};

/** The description of each tag, in the order of the reference. */
export const TAGS = {
  'Sign-in': 'Sessions of users: sign in, renew the tokens, sign out.',
  Registration: 'Register an account or reset a lost password with a code that is sent by mail.',
  'Provider sign-in':
    'Sign in with Google or Microsoft (OpenID Connect). A provider identity must first be bound to an account.',
  Users: 'User accounts, their roles, passwords and pictures.',
  'API keys':
    'Keys with which programs call the API. They are refused on the routes of accounts, preferences and API keys.',
  Preferences: 'Preferences of the signed-in user.',
  'Platform configuration': 'Configuration of the whole platform: name, time zone, language, tariffs, mail.',
  Gateways: 'The upstream gateways, with the prefixes of their codes and their states.',
  Models: '3D models of the building.',
  Objects: 'Devices and logical units of a model, with their points.',
  Points: 'Data channels of objects, their last values, and their import.',
  Scene: 'The 3D view: camera, light, hotspots, and labels with their lights.',
  Dashboard: 'Widgets of the dashboard: their place in a grid of 12 columns, and their data.',
  Lighting: 'The lights of labels: their state, switching, dimming and lighting scenes.',
  Energy: 'Areas with their meters, and energy, cost and emissions by calendar bucket.',
  Overview: 'Figures of the whole site.',
  Alerts: 'Problems that the gateway, alert rules, workflows or people report, with their history.',
  'Alert rules': 'Rules that raise an alert if a point or an area meets a condition.',
  Baselines: 'Degree days, models of the consumption before a measure, and the saving since.',
  Bills: 'Contracts with suppliers, price series, and the bills that follow from them.',
  Budgets: 'Energy budgets of areas with their forecasts, and the consumption per square metre.',
  Calendars: 'Opening hours of the site or of areas, by week, with exceptions.',
  Losses: 'Energy that areas waste, and the rules that find it every day.',
  Notes: 'Remarks of people at an instant in the trend of a point or an area.',
  Faults: 'Reports of broken equipment, their comments and statistics.',
  Notifications:
    'Rules that send messages about alerts by mail, by webhook or to devices, and their deliveries.',

  Maintenance: 'Work orders with due dates, checklists and recurrence.',
  Reports: 'Plans that generate and mail reports, their runs, templates, and previews as PDF.',
  Files: 'Uploaded files, and those that the service generates: exports, reports and backups.',
  Exports: 'Energy, faults and alerts as CSV files.',
  'IoT proxy':
    'Values, histories, writes and alarms of the gateway. Writes are recorded, and overrides are listed.',
  Events: 'Live updates as server-sent events.',
  Workflows: 'Automations: definitions, node types and executions.',
  Webhooks: 'Start workflows from other systems.',
  Backups: 'Backups of the database and the stored files, and their schedule.',
  System: 'The audit log.',
  Public: 'Information for pages that are shown before anyone signs in.',
  Health: 'Liveness and readiness for load balancers and supervisors.',
} as const;
