export { ApiError, type ErrorDetail, type Failure, unwrap } from './api-error.js';
export type { EventName, EventNamed, EventOptions, PlantEvent, StreamState } from './events.js';
export { type ItemOf, type ListOptions, type Page, type PagedPath, unwrapPage } from './pages.js';
export { type Plantroom, type PlantroomOptions, createPlantroom } from './plantroom.js';
export type { components, paths } from './schema.js';
export type { CallOptions, User } from './session.js';
export { type TokenStore, type Tokens, memoryTokens } from './tokens.js';
