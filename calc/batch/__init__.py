"""Blocks of records in, blocks of results out: any number of records, in memory that does not grow with it.

Inputs (:mod:`~calc.intake.names`) are opened as streams and cut into blocks (:mod:`~calc.intake.blocks`); each block is
settled for itself (:mod:`~calc.batch.work`), in this process or in others (:mod:`~calc.batch.ordered`), and written in
order to files that can be continued (:mod:`~calc.batch.outputs`, :mod:`~calc.batch.journal`). A program that has its
own records and its own use for results calls :func:`~calc.batch.stream.settle_stream`.
"""
