import { useState } from 'react';
import { JsonInput, Tabs } from '@mantine/core';
import { FormDialog } from '../../../ui/form-dialog';
import { useFieldText } from '../../../ui/messages/use-message-text';
import { parseObject } from '../../../ui/parse-json';
import type { Connection } from '../settings.queries';
import { ConnectionFields } from './connection-fields';
import { fieldsByProtocol, problemOf, refusedFields } from './connection-schema';
import { TrialPanel } from './connection-trial';
import { useDeviceTexts } from './devices.texts';
import { type Configured, useSaveConnections } from './use-save-connections';

interface ConnectionFormProps {
  /** A dialog keeps the one with which it opened, so that the change of another person is refused, not overwritten. */
  configured: Configured;
  /** The position of a stored connection. Default: after the last one, for a new connection. */
  position?: number;
  content?: Connection;
  onClose: () => void;
}

const NEW: Connection = { devices: [] };

const textOf = (connection: Connection): string => JSON.stringify(connection, null, 2);

/** A connection as the fields of its protocol, or as JSON in the form of the gateway. */
export function ConnectionForm({ configured: newest, position, content, onClose }: ConnectionFormProps) {
  const t = useDeviceTexts();
  const fieldText = useFieldText();
  const [configured] = useState(newest);
  const { connections, schema } = configured.configuration;
  const fieldsOf = fieldsByProtocol(schema);
  const [first] = useState(content ?? NEW);
  const [connection, setConnection] = useState(first);
  const hasFields = fieldsOf.size > 0 && (!content || fieldsOf.has(String(content['protocol'])));
  /** The JSON while it is edited as a text; null while the fields are. */
  const [json, setJson] = useState(hasFields ? null : textOf(first));
  const [isWrong, setWrong] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const save = useSaveConnections(configured, onClose);

  const parsed = () => {
    const edited = json === null ? connection : parseObject(json);
    setWrong(!edited);
    return edited ?? null;
  };
  const problemsOf = (edited: Connection): Record<string, string> => {
    const fields = fieldsOf.get(String(edited['protocol']));
    if (!fields) return { protocol: t('missing') };
    return Object.fromEntries(
      fields.flatMap((field) => {
        const problem = problemOf(field, edited[field.name]);
        return problem ? [[field.name, fieldText(problem)]] : [];
      }),
    );
  };
  const checked = () => {
    if (json !== null) return parsed();
    const found = problemsOf(connection);
    setErrors(found);
    return Object.keys(found).length > 0 ? null : connection;
  };
  const showTab = (tab: string | null) => {
    const edited = parsed();
    if (!edited) return;
    setErrors({});
    setConnection(edited);
    setJson(tab === 'json' ? textOf(edited) : null);
  };
  const confirm = () => {
    const edited = checked();
    const at = position ?? connections.length;
    if (edited)
      save.mutate(connections.toSpliced(at, 1, edited), {
        onError: ({ message }) => setErrors(refusedFields(message, at)),
      });
  };
  return (
    <FormDialog
      title={t(position === undefined ? 'newConnection' : 'editConnection')}
      confirm={t('save')}
      isRunning={save.isPending}
      isDirty={() => (json ?? textOf(connection)) !== textOf(first)}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Tabs value={json === null ? 'fields' : 'json'} keepMounted={false} onChange={showTab}>
        {fieldsOf.size > 0 && (
          <Tabs.List mb="sm">
            <Tabs.Tab value="fields">{t('fields')}</Tabs.Tab>
            <Tabs.Tab value="json">JSON</Tabs.Tab>
          </Tabs.List>
        )}
        <Tabs.Panel value="fields">
          <ConnectionFields
            fieldsOf={fieldsOf}
            connection={connection}
            isNew={!content}
            errors={errors}
            onChange={(edited, name) => {
              setConnection(edited);
              setErrors({ ...errors, [name]: '' });
            }}
          />
        </Tabs.Panel>
        <Tabs.Panel value="json">
          <JsonInput
            label={t('json')}
            description={t('jsonHint')}
            error={isWrong && t('notJson')}
            autosize
            minRows={10}
            maxRows={24}
            formatOnBlur
            data-autofocus
            value={json ?? ''}
            onChange={setJson}
          />
        </Tabs.Panel>
      </Tabs>
      <TrialPanel key={json ?? textOf(connection)} gateway={configured.gateway} connectionOf={checked} />
    </FormDialog>
  );
}
