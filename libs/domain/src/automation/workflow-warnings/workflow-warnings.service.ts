import { say } from '@app/kernel';
import { Environment, workflowVariables } from '@app/config';
import type { NodeDefinition, Problem } from '@app/workflow-engine';
import { nodeCatalogue } from '@app/workflow-nodes';
import { Injectable } from '@nestjs/common';
import { PointsService } from '../../building/points/points.service';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import { SavedPortChecks } from './saved-port-checks';
import { failedChecks } from './saved-checks';
import { PointWritersService } from '../workflows/point-writers.service';
import { sunWarning } from '../workflows/sun-warning';
import { variableWarnings } from '../workflows/variable-warnings';
import type { Workflow } from '../workflows/workflow';
import { referencesOf, writtenPoints } from '../workflows/workflow-references';
import { WorkflowReferencesService } from '../workflows/workflow-references.service';

/** Maximum number of warnings of one workflow. */
const MAX_WARNINGS = 100;

/** Maximum number of workflows that a warning names. */
const MAX_NAMED = 3;

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
  /** The names of the variables in `env`, as far as this process has them. */
  private readonly variables = Object.values(workflowVariables()).flatMap((group: object) =>
    Object.keys(group),
  );

  constructor(
    private readonly points: PointsService,
    private readonly configuration: ConfigurationService,
    private readonly references: WorkflowReferencesService,
    private readonly environment: Environment,
    private readonly checks: SavedPortChecks,
    private readonly writers: PointWritersService,
  ) {}

  async withWarnings(workflow: Workflow): Promise<WarnedWorkflow> {
    const warnings = [
      ...(await this.sunWarnings(workflow)),
      ...(await this.pointWarnings(workflow)),
      ...(await this.writerWarnings(workflow)),
      ...(await this.references.unknown(workflow)),
      ...(await this.mailWarnings(workflow.nodes)),
      ...this.addressWarnings(workflow.nodes),
      ...(await variableWarnings(workflow, this.variables)),
    ];
    const warned = new Set(warnings.map(({ path }) => path));
    const problems = workflow.problems.map(({ path }) => path);
    const failing = await failedChecks(workflow.nodes, problems, this.checks);
    warnings.push(...failing.filter(({ path }) => !warned.has(path)));
    return { ...workflow, warnings: warnings.slice(0, MAX_WARNINGS) };
  }

  private async sunWarnings({ trigger }: Workflow): Promise<Problem[]> {
    if (trigger.type !== 'sun') return [];
    const message = sunWarning((await this.configuration.current()).site);
    return message === null ? [] : [{ path: 'trigger', ...message }];
  }

  private async pointWarnings(workflow: Workflow): Promise<Problem[]> {
    // Patterns are left out, because they may match points that do not exist yet.
    const named = referencesOf(workflow).flatMap(({ kind, path, id }) =>
      kind === 'point' && typeof id === 'string' && !id.includes('*') ? [{ path, code: id }] : [],
    );
    const known = await this.points.knownCodes([...new Set(named.map(({ code }) => code))]);
    const unknown = named.filter(({ code }) => !known.has(code));
    const similar = await this.points.similarCodes([...new Set(unknown.map(({ code }) => code))]);
    return unknown.map(({ path, code }) => {
      const other = similar.get(code);
      const message =
        other === undefined
          ? say('unknown_point', { code })
          : say('misspelt_point', { code, similar: other });
      return { path, ...message };
    });
  }

  /** Two workflows that write one point may undo each other's writes. */
  private async writerWarnings({ id, nodes }: Workflow): Promise<Problem[]> {
    const written = writtenPoints(nodes);
    const writers = await this.writers.ofEach([...new Set(written.map(({ code }) => code))]);
    return written.flatMap(({ path, code }) => {
      const others = (writers.get(code) ?? []).filter((writer) => writer.id !== id);
      const names = others.slice(0, MAX_NAMED).map(({ name }) => `“${name}”`);
      const more = others.length > names.length ? ` and ${others.length - names.length} more` : '';
      const message = say('also_written_by', { code, names: `${names.join(', ')}${more}` });
      return others.length === 0 ? [] : [{ path, ...message }];
    });
  }

  private async mailWarnings(nodes: readonly NodeDefinition[]): Promise<Problem[]> {
    const mails = nodes.flatMap(({ type }, index) =>
      nodeCatalogue.get(type)?.needs.includes('mail') ? [`nodes[${index}]`] : [],
    );
    if (mails.length === 0 || (await this.configuration.current()).mail.host !== null) return [];
    const message = say('no_mail_server');
    return mails.map((path) => ({ path, ...message }));
  }

  private addressWarnings(nodes: readonly NodeDefinition[]): Problem[] {
    if (this.environment.PUBLIC_URL !== undefined) return [];
    const message = say('no_public_url');
    return nodes.flatMap(({ type, config }, index) =>
      nodeCatalogue.get(type)?.waitsForCall?.(config)
        ? [{ path: `nodes[${index}].config.call`, ...message }]
        : [],
    );
  }
}
