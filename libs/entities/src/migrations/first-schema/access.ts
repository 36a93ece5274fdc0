import { Table } from 'typeorm';
import {
  boolean,
  boundedText,
  generatedId,
  index,
  instant,
  int,
  longText,
  orderedText,
  primary,
  reference,
  unique,
} from '../column-definitions';

export const accessTables = [
  new Table({
    name: 'user_account',
    columns: [
      generatedId('id'),
      boundedText('username', 64),
      boundedText('username_folded', 64),
      boundedText('email', 254),
      boundedText('email_folded', 254),
      boundedText('password_hash', 255, { nullable: true }),
      boundedText('role', 16),
      instant('created_at'),
      instant('last_login_at', { nullable: true }),
      boundedText('avatar_file', 64, { nullable: true }),
      { ...boolean('email_unproven'), default: false },
      { ...int('session_number'), default: 1 },
      { ...int('first_session'), default: 0 },
    ],
    indices: [
      unique('user_account', 'username_folded'),
      unique('user_account', 'email_folded'),
      index('user_account_list_role', 'role', 'id'),
    ],
  }),
  new Table({
    name: 'user_search_term',
    columns: [primary(orderedText('term', 254)), primary(int('user_id'))],
    indices: [index('user_search_term_user', 'user_id')],
    foreignKeys: [reference('user_id', 'user_account', 'CASCADE')],
  }),
  new Table({
    name: 'user_preferences',
    columns: [primary(int('user_id')), longText('preferences')],
    foreignKeys: [reference('user_id', 'user_account', 'CASCADE')],
  }),
  new Table({
    name: 'refresh_token',
    columns: [
      primary(int('user_id')),
      boundedText('token_hash', 64),
      instant('expires_at'),
      boundedText('user_agent', 255, { nullable: true }),
    ],
    indices: [unique('refresh_token', 'token_hash')],
    foreignKeys: [reference('user_id', 'user_account', 'CASCADE')],
  }),
  new Table({
    name: 'oauth_account',
    columns: [
      primary(boundedText('provider', 16)),
      primary(boundedText('subject', 255)),
      int('user_id'),
      instant('created_at'),
    ],
    indices: [index('oauth_account_user_id', 'user_id')],
    foreignKeys: [reference('user_id', 'user_account', 'CASCADE')],
  }),
  new Table({
    name: 'api_key',
    columns: [
      generatedId('id'),
      boundedText('name', 100),
      boundedText('prefix', 16),
      boundedText('key_hash', 64),
      boundedText('role', 16),
      boundedText('created_by', 254),
      instant('created_at'),
      instant('expires_at', { nullable: true }),
      instant('last_used_at', { nullable: true }),
    ],
    indices: [unique('api_key', 'key_hash')],
  }),
];
