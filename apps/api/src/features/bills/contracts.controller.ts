import { CurrentUser, Roles } from '@app/auth';
import { BillSharesService, BillsService, ContractsService, DemandForecastsService } from '@app/domain';
import { Actor, mapPage, type Page } from '@app/kernel';
import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PageQuery } from '../../http/fields/page.dto';
import { IdParam } from '../../http/fields/path-ids.decorator';
import { Created, Paged } from '../../http/reference/responses.decorator';
import { SUCCESS, SuccessDto } from '../../http/responses/success.dto';
import { BillDto, BillSharesQueryDto, BillsQueryDto, SharedBillDto } from './bills.dto';
import {
  ContractChangesDto,
  ContractDto,
  ContractInputDto,
  DemandForecastDto,
  SupplierBillInputDto,
  toContractDto,
} from './contracts.dto';

@ApiTags('Bills')
@Controller('energy')
export class ContractsController {
  constructor(
    private readonly contracts: ContractsService,
    private readonly monthlyBills: BillsService,
    private readonly forecasts: DemandForecastsService,
    private readonly billShares: BillSharesService,
  ) {}

  /** List contracts, oldest first. */
  @Get('contracts')
  @Roles('viewer')
  @Paged(ContractDto)
  async list(@Query() query: PageQuery): Promise<Page<ContractDto>> {
    return mapPage(await this.contracts.list(query), toContractDto);
  }

  /** Create a contract of an area with a supplier. It is deleted with its area. */
  @Post('contracts')
  @Roles('engineer')
  @Created()
  async create(@CurrentUser() actor: Actor, @Body() contract: ContractInputDto): Promise<ContractDto> {
    return toContractDto(await this.contracts.create(actor, contract));
  }

  /** Get a contract. */
  @Get('contracts/:id')
  @Roles('viewer')
  async find(@IdParam() id: number): Promise<ContractDto> {
    return toContractDto(await this.contracts.find(id));
  }

  /** Update a contract. Only fields in the body change; a list replaces the whole list. */
  @Put('contracts/:id')
  @Roles('engineer')
  async change(
    @CurrentUser() actor: Actor,
    @IdParam() id: number,
    @Body() changes: ContractChangesDto,
  ): Promise<ContractDto> {
    return toContractDto(await this.contracts.change(actor, id, changes));
  }

  /**
   * Update the total of the supplier's bill of a month. It is compared with the computed bill.
   */
  @Put('contracts/:id/supplier-bills')
  @Roles('engineer')
  async setSupplierBill(
    @CurrentUser() actor: Actor,
    @IdParam() id: number,
    @Body() { month, total }: SupplierBillInputDto,
  ): Promise<ContractDto> {
    return toContractDto(await this.contracts.setSupplierBill(actor, id, month, total));
  }

  /**
   * Get the expected demand of the window that is running now. It is the measured energy, with the current power for the
   * rest of the window. Windows begin at full hours of the local clock, also if the contract bills sliding windows.
   */
  @Get('contracts/:id/demand')
  @Roles('viewer')
  demand(@IdParam() id: number): Promise<DemandForecastDto> {
    return this.forecasts.forecast(id);
  }

  /** Delete a contract. */
  @Delete('contracts/:id')
  @Roles('engineer')
  async remove(@CurrentUser() actor: Actor, @IdParam() id: number): Promise<SuccessDto> {
    await this.contracts.remove(actor, id);
    return SUCCESS;
  }

  /**
   * Get the monthly bills of a contract. They are computed from its prices and from the measured energy. The demand is
   * billed by the part that is valid at the end of the month. If the energy or a price of a month is not known completely, its
   * unknown amounts are null, and `missing` says why. The page about costs in the documentation explains each line.
   */
  @Get('bills')
  @Roles('viewer')
  bills(@Query() query: BillsQueryDto): Promise<BillDto[]> {
    return this.monthlyBills.bills(query);
  }

  /**
   * List the shares of areas in monthly bills. The areas directly inside the area of the contract pay in proportion to
   * their energy of the month, or to their floor area. The rest is the share of no such area. The amounts are divided
   * without losing a minor unit of the currency.
   */
  @Get('bills/shares')
  @Roles('viewer')
  shares(@Query() query: BillSharesQueryDto): Promise<SharedBillDto[]> {
    return this.billShares.shares(query);
  }
}
