"""Any number of records settled, in memory that does not grow with them: blocks in, rows out.

Inputs come as blocks (:mod:`calc.intake.blocks`). Each is settled by itself (:mod:`~calc.batch.settle`), in this
process or in others (:mod:`~calc.batch.pool`), and its rows are written in order (:mod:`~calc.batch.output`), with a
journal by which a run can be continued. Open ``run`` first. A program with records of its own calls
:func:`~calc.batch.run.settle_stream`.
"""
