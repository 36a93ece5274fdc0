import { CurrentUser, Roles } from '@app/auth';
import { ExportsService } from '@app/domain';
import { Actor } from '@app/kernel';
import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { IdempotencyKey, RepeatsSafely } from '../../http/fields/idempotency-key.decorator';
import { UuidParam } from '../../http/fields/path-ids.decorator';
import { Accepted } from '../../http/reference/responses.decorator';
import { ExportInputDto, ExportJobDto, ExportStartedDto, toExportJobDto } from './exports.dto';

@ApiTags('Exports')
@Controller('reports/export')
export class ExportsController {
  constructor(private readonly exports: ExportsService) {}

  /**
   * Export records as a CSV file. The file is written in the background. It appears in the list of files, with the
   * category `export`, when it is complete. `GET /api/reports/export/{jobId}` reports the progress.
   *
   * The file is UTF-8 with a byte order mark, has a header, and follows RFC 4180. A text that a spreadsheet would run
   * as a formula begins with an apostrophe. Instants are ISO 8601 in UTC; durations are in seconds (`_s`). Unknown
   * values are empty.
   *
   * - `energy`: the figures of `GET /api/energy/details`, ordered by time. Columns: `timestamp_utc` (start of the
   *   bucket), `local_time` (the same in the platform time zone), `area_id`, `area_name`, `energy_type`, `energy_kwh`,
   *   `volume_m3` (instead of `energy_kwh` for water), `coverage`, `estimated`. An area has rows for each energy type
   *   that is measured in it, or in an area below it.
   * - `faults`: faults that were reported in the range, ordered by `reported_at`. Columns: `fault_id`, `title`,
   *   `description`, `severity`, `status`, `object_id`, `area_id`, `area_name`, `alert_id`, `assignee_id`,
   *   `root_cause`, `reported_at`, `started_at`, `resolved_at`, `time_to_resolve_s`.
   * - `alarms`: alerts that were raised in the range, ordered by `raised_at`. Columns: `alert_id`, `source`, `type`,
   *   `originator`, `severity`, `status`, `acknowledged`, `point_code`, `area_id`, `area_name`, `title`, `message`,
   *   `value`, `threshold`, `occurrences`, `raised_at`, `last_raised_at`, `acknowledged_at`, `acknowledged_by`,
   *   `time_to_acknowledge_s`, `cleared_at`, `cleared_by`, `active_duration_s`, `shelved_until`, `shelved_by`,
   *   `shelve_reason`.
   */
  @Post()
  @Roles('operator')
  @Accepted()
  @RepeatsSafely()
  async start(
    @CurrentUser() actor: Actor,
    @Body() input: ExportInputDto,
    @IdempotencyKey() key?: string,
  ): Promise<ExportStartedDto> {
    return { jobId: await this.exports.start(actor, input, key) };
  }

  /**
   * Get the state of an export. The state is kept for 30 days after the export has ended. The file is kept until
   * somebody deletes it.
   */
  @Get(':jobId')
  @Roles('operator')
  async find(@UuidParam('jobId') jobId: string): Promise<ExportJobDto> {
    return toExportJobDto(await this.exports.find(jobId));
  }
}
