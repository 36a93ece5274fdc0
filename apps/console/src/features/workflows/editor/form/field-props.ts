import type { ComponentType } from 'react';
import type { Config } from '../../graph/definition';
import type { Schema } from './schema';

export interface FormProps {
  path: string;
  schema: Schema;
  value: Config;
  onChange: (value: Config, key: string) => void;
}

export interface FieldProps {
  /** Path in the definition: `nodes[2].config.code`. */
  path: string;
  name: string;
  schema: Schema;
  isRequired?: boolean;
  value: unknown;
  /** Undefined removes the value. */
  onChange: (value: unknown) => void;
  /** The component for objects within the field. */
  Form: ComponentType<FormProps>;
}

/** The texts next to an input. */
export interface InputTexts {
  label: string;
  description?: string;
  error?: string;
  required?: boolean;
}
