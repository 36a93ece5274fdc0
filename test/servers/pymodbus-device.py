"""A Modbus TCP device by pymodbus. Arguments: the port, and a JSON list of [address, type, order, value].

Stores the values in its holding registers and prints "ready". Then reads lines "address type order", and answers each
with the value that it finds in the registers.
"""

import asyncio
import json
import sys

from pymodbus.constants import Endian
from pymodbus.datastore import ModbusSequentialDataBlock, ModbusServerContext, ModbusSlaveContext
from pymodbus.payload import BinaryPayloadBuilder, BinaryPayloadDecoder
from pymodbus.server import StartAsyncTcpServer

HOLDING = 3
TYPES = {
    "uint16": "16bit_uint",
    "int16": "16bit_int",
    "uint32": "32bit_uint",
    "int32": "32bit_int",
    "float32": "32bit_float",
    "uint64": "64bit_uint",
    "int64": "64bit_int",
    "float64": "64bit_float",
}
# How pymodbus names the orders: of the bytes in a register, and of the registers.
ORDERS = {
    "ABCD": {"byteorder": Endian.Big, "wordorder": Endian.Big},
    "CDAB": {"byteorder": Endian.Big, "wordorder": Endian.Little},
    "BADC": {"byteorder": Endian.Little, "wordorder": Endian.Big},
    "DCBA": {"byteorder": Endian.Little, "wordorder": Endian.Little},
}


def encoded(kind, order, value):
    builder = BinaryPayloadBuilder(**ORDERS[order])
    getattr(builder, f"add_{TYPES[kind]}")(value)
    return builder.to_registers()


def decoded(registers, kind, order):
    decoder = BinaryPayloadDecoder.fromRegisters(registers, **ORDERS[order])
    return getattr(decoder, f"decode_{TYPES[kind]}")()


async def answer(slave, serving):
    await serving
    reader = asyncio.StreamReader()
    protocol = asyncio.StreamReaderProtocol(reader)
    await asyncio.get_running_loop().connect_read_pipe(lambda: protocol, sys.stdin)
    print("ready", flush=True)
    async for line in reader:
        address, kind, order = line.decode().split()
        words = int("".join(filter(str.isdigit, kind))) // 16
        registers = slave.getValues(HOLDING, int(address), words)
        print(json.dumps(decoded(registers, kind, order)), flush=True)


async def serve(port, entries):
    slave = ModbusSlaveContext(hr=ModbusSequentialDataBlock(0, [0] * 1000), zero_mode=True)
    for address, kind, order, value in entries:
        slave.setValues(HOLDING, address, encoded(kind, order, value))
    context = ModbusServerContext(slaves=slave, single=True)
    server = await StartAsyncTcpServer(context, address=("127.0.0.1", port), defer_start=True)
    await asyncio.gather(server.serve_forever(), answer(slave, server.serving))


asyncio.run(serve(int(sys.argv[1]), json.loads(sys.argv[2])))
