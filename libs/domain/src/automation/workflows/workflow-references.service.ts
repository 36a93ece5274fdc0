import { isRecordId, isUuid, unknownRecord } from '@app/kernel';
import type { Problem, Reference, ReferenceKind } from '@app/workflow-engine';
import { Injectable } from '@nestjs/common';
import { AreasService } from '../../metering/areas/areas.service';
import { CalendarReader } from '../../operations/calendars/calendar-reader';
import { FileReader } from '../../platform/files/file-reader';
import { ReportPlansService } from '../../reporting/report-plans/report-plans.service';
import { ReportTemplatesService } from '../../reporting/report-templates/report-templates.service';
import type { Workflow } from './workflow';
import { referencesOf } from './workflow-references';
import { WorkflowsService } from './workflows.service';

type Ids = ReadonlySet<number | string>;
/** References to points and events are checked elsewhere. */
type RecordKind = Exclude<ReferenceKind, 'point' | 'event'>;
type RecordReference = Reference & { kind: RecordKind };

const NAMES = {
  area: 'area',
  calendar: 'calendar',
  file: 'file',
  reportPlan: 'report_plan',
  reportTemplate: 'report_template',
  workflow: 'workflow',
} as const satisfies Record<RecordKind, string>;

/** Finds ids in workflows for which no record exists. */
@Injectable()
export class WorkflowReferencesService {
  constructor(
    private readonly areas: AreasService,
    private readonly calendars: CalendarReader,
    private readonly plans: ReportPlansService,
    private readonly templates: ReportTemplatesService,
    private readonly workflows: WorkflowsService,
    private readonly files: FileReader,
  ) {}

  /** Lists a problem for each field of the workflow that refers to a missing record. */
  async unknown(workflow: Pick<Workflow, 'trigger' | 'nodes'>): Promise<Problem[]> {
    const references = referencesOf(workflow).filter(isOfRecord);
    const kinds = [...new Set(references.map(({ kind }) => kind))];
    const existing = new Map<RecordKind, Ids>();
    for (const kind of kinds) existing.set(kind, await this.existing(kind, idsOf(references, kind)));
    return references.flatMap(({ kind, path, id }) =>
      existing.get(kind)?.has(id) ? [] : [{ path, ...unknownRecord(NAMES[kind], id) }],
    );
  }

  private async existing(kind: RecordKind, ids: readonly (number | string)[]): Promise<Ids> {
    const numbers = ids.filter(isRecordId);
    const texts = ids.flatMap((id) => (typeof id === 'string' && isUuid(id) ? [id] : []));
    switch (kind) {
      case 'area':
        return new Set((await this.areas.names()).keys());
      case 'calendar':
        return new Set((await this.calendars.findAll(numbers)).map(({ id }) => id));
      case 'file':
        return this.files.existing(texts);
      case 'reportPlan':
        return this.plans.existing(numbers);
      case 'reportTemplate':
        return this.templates.existing(numbers);
      default:
        return this.workflows.existing(texts);
    }
  }
}

function isOfRecord(reference: Reference): reference is RecordReference {
  return Object.hasOwn(NAMES, reference.kind);
}

function idsOf(references: readonly RecordReference[], kind: RecordKind): (number | string)[] {
  return [...new Set(references.flatMap((one) => (one.kind === kind ? [one.id] : [])))];
}
