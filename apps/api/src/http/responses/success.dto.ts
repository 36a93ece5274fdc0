import { ApiProperty } from '@nestjs/swagger';

/** The request was carried out. */
export class SuccessDto {
  /** Always true. */
  @ApiProperty() success: boolean;
}

/** The answer to a DELETE. */
export const SUCCESS: Readonly<SuccessDto> = Object.freeze({ success: true });
