import { expect, it } from "vitest";
import { readTable } from "./read-table.ts";

it.each([
  [
    "commas",
    "a,b\n1,2\n",
    [
      ["a", "b"],
      ["1", "2"],
    ],
  ],
  [
    "semicolons with decimal commas",
    "a;b\n1,5;2,5\n3,5;4,5\n",
    [
      ["a", "b"],
      ["1,5", "2,5"],
      ["3,5", "4,5"],
    ],
  ],
  [
    "semicolons in which every cell has a comma",
    "x, y;z\n1,5;2\n",
    [
      ["x, y", "z"],
      ["1,5", "2"],
    ],
  ],
  [
    "tabs",
    "a\tb\n1,5\t2;3\n",
    [
      ["a", "b"],
      ["1,5", "2;3"],
    ],
  ],
  [
    "bars",
    "a|b|c\n1,5|2|3\n",
    [
      ["a", "b", "c"],
      ["1,5", "2", "3"],
    ],
  ],
  [
    "commas, with semicolons in quotes",
    'a,b\n"1;2;3",4\n"5;6",7\n',
    [
      ["a", "b"],
      ["1;2;3", "4"],
      ["5;6", "7"],
    ],
  ],
  [
    "semicolons, with commas, quotes and line breaks in quotes",
    'a;b\n"1,2\n3,""4""";5\n6;7\n',
    [
      ["a", "b"],
      ['1,2\n3,"4"', "5"],
      ["6", "7"],
    ],
  ],
  ["one column", "word\nHello world\nbye\n", [["word"], ["Hello world"], ["bye"]]],
  [
    "a first line for Excel",
    "sep=;\na;b\n1,2;3\n",
    [
      ["a", "b"],
      ["1,2", "3"],
    ],
  ],
  [
    "a quoted first line for Excel, and a tab",
    '"sep=\t"\r\na\tb\r\n1;2\t3\r\n',
    [
      ["a", "b"],
      ["1;2", "3"],
    ],
  ],
  [
    "a first line for Excel against appearance",
    "SEP=|\na;b|c\n1;2|3\n",
    [
      ["a;b", "c"],
      ["1;2", "3"],
    ],
  ],
  [
    "a longer head above its head",
    '"EXTF";700;21\nUmsatz;Konto;Datum;Text\n1,50;10;0101;x\n2,50;10;0102;y, z\n',
    [
      ["EXTF", "700", "21"],
      ["Umsatz", "Konto", "Datum", "Text"],
      ["1,50", "10", "0101", "x"],
      ["2,50", "10", "0102", "y, z"],
    ],
  ],
  ["nothing", "", []],
  [
    "several kinds of line ends",
    "a,b\r\n1,2\n3,4\r5,6\n",
    [
      ["a", "b"],
      ["1", "2"],
      ["3", "4"],
      ["5", "6"],
    ],
  ],
])("readTable reads a table with %s", (_what, text, rows) => {
  expect(readTable(text, { name: "a.csv", isCut: false })).toEqual(rows);
});

it("a .tsv file is split at tabs, whatever other separators it contains", () => {
  const text = "name\tprice, net\nA\t1,50\nB\t2,50\n";
  const rows = [
    ["name", "price, net"],
    ["A", "1,50"],
    ["B", "2,50"],
  ];
  expect(readTable(text, { name: "A.TSV", isCut: false })).toEqual(rows);
  expect(readTable("a,b\n1,2\n", { name: "a.tsv", isCut: false })).toEqual([["a,b"], ["1,2"]]);
});

it("a table's truncated last row is left out", () => {
  const options = { name: "a.csv", isCut: true };
  expect(readTable("a,b\n1,2\n3,4", options)).toEqual([
    ["a", "b"],
    ["1", "2"],
  ]);
  expect(readTable('a,b\n1,2\n3,"4\n5', options)).toEqual([
    ["a", "b"],
    ["1", "2"],
  ]);
  expect(readTable("a,b\n1,2\n3,4\n", options)).toEqual([
    ["a", "b"],
    ["1", "2"],
    ["3", "4"],
  ]);
});
