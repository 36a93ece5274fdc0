import { AuditEntryDto } from '../../features/audit/audit.dto';
import { CalendarChangesDto, CalendarDto, CalendarInputDto } from '../../features/calendars/calendars.dto';
import { ConfigurationChangesDto, ConfigurationDto } from '../../features/configuration/configuration.dto';
import { MailTestDto, MailTestResultDto } from '../../features/configuration/mail-test.dto';
import {
  DeviceReasonDto,
  GatewayChangesDto,
  GatewayConfigurationChangeDto,
  GatewayConfigurationDto,
  GatewayDeviceDto,
  GatewayTrialDto,
  GatewayTrialInputDto,
  TriedDeviceDto,
  GatewayDto,
  GatewayInputDto,
} from '../../features/gateways/gateways.dto';
import { LiveDto, ReadyDto } from '../../features/health/health.dto';
import { SetupDto } from '../../features/setup/setup.dto';
import { PublicSettingsDto } from '../../features/public/public.dto';
import { PartialPreferencesDto, PreferencesDto } from '../../features/preferences/preferences.dto';
import { SuccessDto } from '../../http/responses/success.dto';
import { ExampleSet } from '../example-set';

const identity = { platformName: 'Head office', logoUrl: 'https://www.example.org/logo.svg' };
const place = { timezone: 'Europe/Berlin', language: 'en-US' } as const;
const electricity = {
  currency: 'EUR',
  default: 0.21,
  periods: [{ days: [1, 2, 3, 4, 5], from: '07:00', to: '20:00', pricePerKwh: 0.28 }],
};

const successive = [
  { currency: 'EUR', default: 0.24 },
  { ...electricity, validFrom: '2026-01-01' },
];

const weekly = [{ day: 1, from: '07:00', to: '19:00' }];
const exceptions = [
  { date: '2026-12-25', kind: 'closed' as const, from: null, to: null, name: 'Christmas Day' },
];

const holidays = {
  from: '2026-08-03',
  to: '2026-08-16',
  kind: 'closed' as const,
  name: 'Company holidays',
};

const board = {
  name: 'Main board',
  protocol: 'modbus-tcp',
  host: '192.168.1.30',
  devices: [{ name: 'Main meter', unit: 1, prefix: 'MAIN.', template: 'eastron-sdm630' }],
};

const plant = { name: 'Plant', protocol: 'bacnet-ip', broadcast: '192.168.1.255', devices: [] };

const gateway = {
  name: 'North building',
  prefix: 'north.',
  url: 'http://10.20.0.5:8090',
  username: 'plantroom',
  enabled: true,
};

/** Configuration, calendars, preferences, audit log and health. */
export const PLATFORM_EXAMPLES = new ExampleSet()
  .add(GatewayInputDto, { ...gateway, password: 'four green kettles' })
  .add(GatewayChangesDto, { enabled: false })
  .add(GatewayDto, {
    id: 715_201_934,
    ...gateway,
    password: '********',
    state: { breaker: 'closed', lastSuccessAt: '2026-11-20T09:41:07.113Z', lastFailure: null },
  })
  .add(DeviceReasonDto, { code: 'no_answer', message: 'there is no answer' })
  .add(GatewayDeviceDto, {
    name: 'Main meter',
    connection: 'Main board',
    protocol: 'modbus-tcp',
    state: 'failing',
    reason: { code: 'no_answer', message: 'there is no answer' },
    codes: ['MAIN.POWER', 'MAIN.ENERGY.IMPORT'],
    goodPoints: 0,
    lastValueAt: '2026-11-20T09:41:00.000Z',
  })
  .add(GatewayConfigurationDto, {
    version: '3f0c9a1be47d2258',
    connections: [board],
    templates: ['eastron-sdm630', 'siemens-pac3200'],
    schema: { type: 'array', items: { type: 'object', required: ['name', 'protocol'] } },
  })
  .add(GatewayTrialInputDto, { connection: plant, search: true })
  .add(TriedDeviceDto, {
    name: 'Main meter',
    reason: null,
    values: [{ code: 'MAIN.POWER', value: 42.7, quality: 'good', timestamp: '2026-11-20T09:41:00.000Z' }],
  })
  .add(GatewayTrialDto, {
    devices: [],
    found: [
      {
        name: 'Air handling unit',
        instance: 1207,
        points: [{ suffix: 'SUPPLY', name: 'Supply air', unit: '°C', object: 'analog-input:1' }],
      },
    ],
    skipped: ['device 1208: there is no answer'],
  })
  .add(GatewayConfigurationChangeDto, { version: '3f0c9a1be47d2258', connections: [board] })
  .add(SuccessDto, { success: true })
  .add(SetupDto, {
    demonstration: false,
    steps: [
      { step: 'gateway', done: true },
      { step: 'points', done: true },
      { step: 'areas', done: true },
      { step: 'prices', done: false },
      { step: 'mail', done: false },
      { step: 'users', done: true },
      { step: 'backup', done: false },
    ],
  })
  .add(CalendarDto, { id: 1, name: 'Offices', timezone: 'Europe/Berlin', areaIds: [2], weekly, exceptions })
  .add(CalendarInputDto, { name: 'Offices', areaIds: [2], weekly })
  .add(CalendarChangesDto, { exceptions }, 'One day')
  .add(CalendarChangesDto, { exceptions: [holidays] }, 'Two weeks')
  .add(ConfigurationDto, {
    ...identity,
    ...place,
    currency: 'EUR',
    registrationEnabled: false,
    tariffs: { electricity },
    carbon: { region: 'GB', scope: null },
    mail: {
      host: 'smtp.example.org',
      port: 465,
      secure: true,
      user: 'plantroom',
      password: '********',
      from: 'Plantroom <plantroom@example.org>',
    },
    weather: { location: 'Berlin', temperaturePointCode: 'BLDG.WEATHER.TEMP' },
    site: { latitude: 52.52, longitude: 13.405 },
  })
  .add(ConfigurationChangesDto, { registrationEnabled: false, tariffs: { electricity } })
  .add(ConfigurationChangesDto, { tariffs: { electricity: successive } }, 'Successive tariffs')
  .add(MailTestDto, { to: 'ann@example.org' })
  .add(MailTestResultDto, { success: true }, 'Accepted')
  .add(
    MailTestResultDto,
    {
      success: false,
      error: 'The mail server did not accept the mail. Invalid login: 535 5.7.8 Authentication failed',
    },
    'Refused',
  )
  .add(PreferencesDto, {
    theme: 'system',
    language: 'en-US',
    density: 'comfortable',
    fontSize: 'normal',
    desktopNotification: true,
    alertSound: false,
    showBreadcrumb: true,
    sidebarCollapsed: false,
  })
  .add(PartialPreferencesDto, { theme: 'dark', alertSound: false })
  .add(PublicSettingsDto, {
    ...identity,
    ...place,
    registrationEnabled: false,
    providers: [{ id: 'microsoft', name: 'Microsoft' }],
    weatherEnabled: true,
    isNew: false,
  })
  .add(AuditEntryDto, {
    id: '0195e0a9-4c1d-7b26-a3f8-91c4d6e70b52',
    at: '2026-03-29T08:05:41.902Z',
    userId: 1,
    username: 'admin',
    action: 'user.role_changed',
    target: 'user 7',
    before: { role: 'operator' },
    after: { role: 'engineer' },
    requestId: '0195e0a9-4c17-7d90-b6e1-2f5a83c9d014',
    address: '192.0.2.10',
  })
  .add(LiveDto, { status: 'live' })
  .add(ReadyDto, {
    status: 'ready',
    started: true,
    database: { reachable: true, latencyMs: 1 },
    queue: { reachable: true, latencyMs: 1 },
    storage: { writable: true, lastFailure: null },
    gateway: { breaker: 'closed', lastSuccessAt: '2026-03-29T08:15:00.310Z', lastFailure: null },
  });
