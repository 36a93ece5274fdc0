import { Environment } from '@app/config';
import { isJsonObject, type NodeDefinition, type Problem, waitsForCall } from '@app/workflow-engine';
import { Injectable } from '@nestjs/common';
import { PointsService } from '../../building/points/points.service';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import type { Workflow } from './workflow';
import { WorkflowReferencesService } from './workflow-references.service';

/** Maximum number of warnings of one workflow. */
const MAX_WARNINGS = 100;

/** A workflow with its warnings. */
export interface WarnedWorkflow extends Workflow {
  /** Reasons why the workflow may behave differently than its author expects. They do not prevent it from running. */
  warnings: Problem[];
}

/**
 * Finds parts of a workflow that do not fit the current state of the installation. Warnings are not stored, because a
 * point that is missing now may exist later.
 */
@Injectable()
export class WorkflowWarningsService {
  constructor(
    private readonly points: PointsService,
    private readonly configuration: ConfigurationService,
    private readonly references: WorkflowReferencesService,
    private readonly environment: Environment,
  ) {}

  async withWarnings(workflow: Workflow): Promise<WarnedWorkflow> {
    const warnings = [
      ...(await this.sunWarnings(workflow)),
      ...(await this.pointWarnings(workflow)),
      ...(await this.references.unknown(workflow)),
      ...(await this.mailWarnings(workflow.nodes)),
      ...this.addressWarnings(workflow.nodes),
    ];
    return { ...workflow, warnings: warnings.slice(0, MAX_WARNINGS) };
  }

  private async sunWarnings({ trigger }: Workflow): Promise<Problem[]> {
    if (trigger.type !== 'sun') return [];
    const { latitude, longitude } = (await this.configuration.current()).site;
    if (latitude !== null && longitude !== null) return [];
    const message =
      'never starts the workflow, because the configuration has no latitude and longitude of the site';
    return [{ path: 'trigger', message }];
  }

  private async pointWarnings(workflow: Workflow): Promise<Problem[]> {
    const named = [...watchedCodes(workflow), ...workflow.nodes.flatMap(nodeCodes)];
    const known = await this.points.knownCodes([...new Set(named.map(({ code }) => code))]);
    return named
      .filter(({ code }) => !known.has(code))
      .map(({ path, code }) => ({
        path,
        message: `names the point ${code}, which is not known and has no value yet`,
      }));
  }

  private async mailWarnings(nodes: readonly NodeDefinition[]): Promise<Problem[]> {
    const mails = nodes.flatMap(({ type }, index) => (type === 'email' ? [`nodes[${index}]`] : []));
    if (mails.length === 0 || (await this.configuration.current()).mail.host !== null) return [];
    const message = 'sends mail, but no mail server is configured: mails are written to the folder outbox';
    return mails.map((path) => ({ path, message }));
  }

  private addressWarnings(nodes: readonly NodeDefinition[]): Problem[] {
    if (this.environment.PUBLIC_URL !== undefined) return [];
    const message =
      'has a one-time address that other machines may not reach: the operator must set PUBLIC_URL, because one-time addresses begin with it';
    return nodes.flatMap(({ type, config }, index) =>
      waitsForCall(type, config) ? [{ path: `nodes[${index}].config.call`, message }] : [],
    );
  }
}

interface NamedPoint {
  path: string;
  code: string;
}

/** The points that the trigger watches. Patterns are left out, because they may match points that do not exist yet. */
function watchedCodes({ trigger: { type, config } }: Workflow): NamedPoint[] {
  if (type !== 'state_change' || !Array.isArray(config.watch)) return [];
  return config.watch.flatMap((code, index) => namedPoint(`trigger.config.watch[${index}]`, code));
}

function nodeCodes({ config }: NodeDefinition, index: number): NamedPoint[] {
  const { code, codes } = config;
  const path = `nodes[${index}].config`;
  const listed = Array.isArray(codes)
    ? codes.flatMap((one, place) => namedPoint(`${path}.codes[${place}]`, one))
    : [];
  return [...namedPoint(`${path}.code`, code), ...listed, ...awaitedCodes(config, path)];
}

/** The points that a node of type `wait_for` watches. */
function awaitedCodes({ points }: NodeDefinition['config'], path: string): NamedPoint[] {
  if (!isJsonObject(points) || !Array.isArray(points.watch)) return [];
  return points.watch.flatMap((code, place) => namedPoint(`${path}.points.watch[${place}]`, code));
}

function namedPoint(path: string, code: unknown): NamedPoint[] {
  return typeof code === 'string' && code !== '' && !/[*]|\{\{/.test(code) ? [{ path, code }] : [];
}
