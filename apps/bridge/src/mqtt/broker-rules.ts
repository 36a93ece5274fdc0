import type { ConnectionConfiguration } from '../configuration/configuration.dto';
import { BrokerConfiguration, type MqttPoint } from './mqtt.dto';

/** Returns the problems of a connection to a broker. */
export function brokerProblems(connection: ConnectionConfiguration): string[] {
  if (!(connection instanceof BrokerConfiguration)) return [];
  const { name, url, username, password, passwordFile, caFile } = connection;
  const problems: string[] = [];
  if (!URL.canParse(url)) problems.push('needs a port from 1 to 65535');
  if (password !== undefined && passwordFile !== undefined)
    problems.push('has a password, so it needs no passwordFile');
  if ((password ?? passwordFile) !== undefined && username === undefined)
    problems.push('needs a username for its password');
  if (caFile !== undefined && !url.startsWith('mqtts:')) problems.push('needs mqtts:// for its caFile');
  return problems.map((problem) => `${name} ${problem}`);
}

/** Generates the problems of a point whose fields do not fit together. */
export function* topicRules({ writable, commandTopic, path, timePath }: MqttPoint): Generator<string> {
  if (timePath !== undefined && path === undefined) yield 'needs a path if it has a timePath';
  if (writable && commandTopic === undefined) yield 'needs a commandTopic if it is writable';
}
