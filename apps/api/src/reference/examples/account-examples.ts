import { ApiKeyDto, ApiKeyInputDto, CreatedApiKeyDto } from '../../features/api-keys/api-keys.dto';
import { LoginDto, LogoutDto, RefreshDto, SessionDto, TokenPairDto } from '../../features/auth/auth.dto';
import {
  CodeRequestDto,
  CodeSentDto,
  PasswordResetDto,
  RegistrationDto,
} from '../../features/auth/registration.dto';
import { UserDto } from '../../features/auth/user.dto';
import {
  AuthorizationDto,
  BindDto,
  LinkedDto,
  ProviderAnswerDto,
  ProvidersDto,
  RegisterAndBindDto,
  UnlinkedDto,
} from '../../features/provider-sign-in/provider-sign-in.dto';
import {
  PasswordChangeDto,
  PermissionDto,
  RoleChangeDto,
  UserChangesDto,
  UserCreationDto,
  UserIdentityDto,
  UserNameDto,
  UserSessionDto,
} from '../../features/users/users.dto';
import { ExampleSet, type Wire } from '../example-set';

const USERNAME = 'anna.keller';
const EMAIL = 'anna.keller@example.org';
const PASSWORD = 'seven grey herons at dusk';
const ACCESS_TOKEN = 'ACCESS_TOKEN';
const REFRESH_TOKEN = '5fJ0yq8Zr1nLw3VtKc9dXbS7hPmGaE2uYiRoQ4kTzWs';
const BIND_TOKEN = 'BIND_TOKEN';

const user: Wire<UserDto> = {
  id: 7,
  username: USERNAME,
  email: EMAIL,
  role: 'engineer',
  avatar: '/api/users/7/avatar',
  createdAt: '2026-01-12T08:30:00.000Z',
  lastLoginAt: '2026-03-29T06:55:12.408Z',
};
const tokens = { accessToken: ACCESS_TOKEN, refreshToken: REFRESH_TOKEN };

const apiKey: Wire<ApiKeyDto> = {
  id: 3,
  name: 'Energy report of the tenant',
  prefix: 'pk_3kQ8vZx1',
  role: 'viewer',
  createdBy: USERNAME,
  createdAt: '2026-01-12T08:30:00.000Z',
  expiresAt: '2027-01-01T00:00:00.000Z',
  lastUsedAt: null,
};

/** Sign-in, registration, provider sign-in, users and API keys. */
export const ACCOUNT_EXAMPLES = new ExampleSet()
  .add(LoginDto, { username: USERNAME, password: PASSWORD })
  .add(RefreshDto, { refreshToken: REFRESH_TOKEN })
  .add(LogoutDto, { refreshToken: REFRESH_TOKEN })
  .add(TokenPairDto, tokens)
  .add(SessionDto, { ...tokens, user })
  .add(CodeRequestDto, { email: EMAIL })
  .add(CodeSentDto, { success: true, expiresIn: 300 })
  .add(RegistrationDto, { username: USERNAME, email: EMAIL, password: PASSWORD, code: '482913' })
  .add(PasswordResetDto, { email: EMAIL, code: '482913', newPassword: PASSWORD })
  .add(ProvidersDto, { providers: [{ id: 'microsoft', name: 'Microsoft' }] })
  .add(AuthorizationDto, {
    url: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize?client_id=plantroom&response_type=code',
  })
  .add(ProviderAnswerDto, {
    code: '0.AXoAv4j5cvGGr0GRqy180BHbR9kT',
    state: 'Zk3vV0pQm1yT8sXb',
    iss: 'https://login.microsoftonline.com/common/v2.0',
  })
  .add(LinkedDto, { status: 'linked', ...tokens, user }, 'Bound to an account')
  .add(
    UnlinkedDto,
    {
      status: 'unlinked',
      bindToken: BIND_TOKEN,
      profile: { provider: 'microsoft', email: EMAIL, emailVerified: true, name: 'Anna Keller' },
    },
    'Not bound yet',
  )
  .add(BindDto, { bindToken: BIND_TOKEN, username: USERNAME, password: PASSWORD })
  .add(RegisterAndBindDto, { bindToken: BIND_TOKEN, username: USERNAME })
  .add(UserDto, user)
  .add(UserNameDto, { id: 7, username: USERNAME })
  .add(UserSessionDto, {
    id: 42,
    createdAt: user.lastLoginAt ?? user.createdAt,
    lastUsedAt: '2026-03-29T08:10:21.915Z',
    expiresAt: '2026-04-05T08:10:21.915Z',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    current: true,
  })
  .add(UserIdentityDto, {
    provider: 'microsoft',
    subject: 'AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ',
    createdAt: user.createdAt,
  })
  .add(UserCreationDto, { username: USERNAME, email: EMAIL, password: PASSWORD, role: 'engineer' })
  .add(UserChangesDto, { email: EMAIL })
  .add(RoleChangeDto, { role: 'operator' })
  .add(PasswordChangeDto, { currentPassword: PASSWORD, newPassword: 'a longer phrase that nobody guesses' })
  .add(ApiKeyInputDto, { name: apiKey.name, role: 'viewer', expiresAt: '2027-01-01T00:00:00Z' })
  .add(ApiKeyDto, apiKey)
  .add(CreatedApiKeyDto, { ...apiKey, key: 'pk_3kQ8vZx1nLw3VtKc9dXbS7hPmGaE2uYiRoQ4kTzWs0A' })
  .add(PermissionDto, { method: 'PUT', path: '/api/users/:id/role', access: 'admin', apiKeys: false });
