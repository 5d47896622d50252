//! A table of results, written as CSV or Parquet. The output is reproducible byte for byte: it contains no times, host names or random choices.

use crate::error::Error;
use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::Type;
use std::sync::Arc;

/// The cells of a column, one for each row; `None` if a row has no such metric.
#[derive(Debug, Clone, PartialEq)]
pub enum Cells {
    /// Text.
    Text(Vec<Option<String>>),
    /// Integers from 0 on.
    Count(Vec<Option<u64>>),
    /// Numbers; one that is not finite counts as none.
    Number(Vec<Option<f64>>),
    /// Yes or no.
    Flag(Vec<Option<bool>>),
}

/// A column.
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// Its cells.
    pub cells: Cells,
}

/// Columns of equal length, and their metadata.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ResultTable {
    /// The columns.
    pub columns: Vec<Column>,
    /// The provenance of the table: names and texts.
    pub provenance: Vec<(String, String)>,
}

/// Rows in a group, which a reader may take by itself.
const ROW_GROUP_SIZE: usize = 1 << 17;

impl ResultTable {
    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.columns.first().map_or(0, |column| column.cells.len())
    }

    /// These rows, in this order.
    pub fn rows_at(&self, rows: &[usize]) -> ResultTable {
        let columns = self
            .columns
            .iter()
            .map(|column| Column { name: column.name.clone(), cells: column.cells.rows_at(rows) });
        ResultTable { columns: columns.collect(), provenance: self.provenance.clone() }
    }

    /// As CSV (RFC 4180, but with plain line ends): a head line, fields with commas or quotes in quotes, nothing for an absent value.
    /// Numbers have as many digits as give the same number back.
    pub fn csv(&self) -> String {
        let names: Vec<String> = self.columns.iter().map(|column| csv_quoted(&column.name)).collect();
        let mut out = names.join(",");
        out.push('\n');
        for row in 0..self.rows() {
            let fields: Vec<String> = self.columns.iter().map(|column| column.cells.csv_field(row)).collect();
            out.push_str(&fields.join(","));
            out.push('\n');
        }
        out
    }

    /// As Parquet: every column may be null, integers are unsigned 64-bit ones, the provenance is in the metadata.
    pub fn parquet(&self) -> Result<Vec<u8>, Error> {
        self.write().map_err(|error| Error::Table(error.to_string()))
    }

    fn write(&self) -> Result<Vec<u8>, ParquetError> {
        let fields = self.columns.iter().map(|column| column.cells.field_type(&column.name));
        let fields = fields.collect::<Result<Vec<_>, _>>()?;
        let schema = Type::group_type_builder("schema").with_fields(fields).build()?;
        let pairs = self.provenance.iter().map(|(key, value)| KeyValue::new(key.clone(), value.clone()));
        let properties = WriterProperties::builder()
            // Fixed here, so that another version of the writer does not change the bytes by its name alone.
            .set_created_by("crossedge".to_owned())
            .set_key_value_metadata(Some(pairs.collect()))
            .build();
        let mut writer = SerializedFileWriter::new(Vec::new(), Arc::new(schema), Arc::new(properties))?;
        for start in (0..self.rows()).step_by(ROW_GROUP_SIZE) {
            let end = self.rows().min(start + ROW_GROUP_SIZE);
            let mut group = writer.next_row_group()?;
            for column in &self.columns {
                column.cells.write(start..end, &mut group)?;
            }
            group.close()?;
        }
        writer.into_inner()
    }
}

impl Cells {
    fn len(&self) -> usize {
        match self {
            Cells::Text(cells) => cells.len(),
            Cells::Count(cells) => cells.len(),
            Cells::Number(cells) => cells.len(),
            Cells::Flag(cells) => cells.len(),
        }
    }

    fn rows_at(&self, rows: &[usize]) -> Cells {
        fn of<C: Clone>(cells: &[Option<C>], rows: &[usize]) -> Vec<Option<C>> {
            rows.iter().map(|&row| cells[row].clone()).collect()
        }
        match self {
            Cells::Text(cells) => Cells::Text(of(cells, rows)),
            Cells::Count(cells) => Cells::Count(of(cells, rows)),
            Cells::Number(cells) => Cells::Number(of(cells, rows)),
            Cells::Flag(cells) => Cells::Flag(of(cells, rows)),
        }
    }

    fn csv_field(&self, row: usize) -> String {
        let field = match self {
            Cells::Text(cells) => cells[row].as_deref().map(csv_quoted),
            Cells::Count(cells) => cells[row].map(|n| n.to_string()),
            Cells::Number(cells) => cells[row].filter(|x| x.is_finite()).map(|x| x.to_string()),
            Cells::Flag(cells) => cells[row].map(|yes| yes.to_string()),
        };
        field.unwrap_or_default()
    }

    fn field_type(&self, name: &str) -> Result<Arc<Type>, ParquetError> {
        let (physical, logical) = match self {
            Cells::Text(_) => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
            Cells::Count(_) => (Physical::INT64, Some(LogicalType::integer(64, false))),
            Cells::Number(_) => (Physical::DOUBLE, None),
            Cells::Flag(_) => (Physical::BOOLEAN, None),
        };
        let builder = Type::primitive_type_builder(name, physical);
        builder.with_repetition(Repetition::OPTIONAL).with_logical_type(logical).build().map(Arc::new)
    }

    fn write<'g>(
        &self,
        rows: std::ops::Range<usize>,
        group: &mut SerializedRowGroupWriter<'g, Vec<u8>>,
    ) -> Result<(), ParquetError> {
        match self {
            Cells::Text(cells) => {
                column::<ByteArrayType, _>(group, &cells[rows], |text| Some(ByteArray::from(text.as_str())))
            }
            // The bits of an unsigned number, as the format has it.
            Cells::Count(cells) => column::<Int64Type, _>(group, &cells[rows], |n| Some(*n as i64)),
            Cells::Number(cells) => {
                column::<DoubleType, _>(group, &cells[rows], |x| x.is_finite().then_some(*x))
            }
            Cells::Flag(cells) => column::<BoolType, _>(group, &cells[rows], |yes| Some(*yes)),
        }
    }
}

/// Writes the next column of a group.
fn column<'g, D: DataType, C>(
    group: &mut SerializedRowGroupWriter<'g, Vec<u8>>,
    cells: &[Option<C>],
    value: impl Fn(&C) -> Option<D::T>,
) -> Result<(), ParquetError> {
    let values: Vec<Option<D::T>> = cells.iter().map(|cell| cell.as_ref().and_then(&value)).collect();
    let levels: Vec<i16> = values.iter().map(|value| i16::from(value.is_some())).collect();
    let values: Vec<D::T> = values.into_iter().flatten().collect();
    let Some(mut writer) = group.next_column()? else {
        return Err(ParquetError::General("a column too many".to_owned()));
    };
    writer.typed::<D>().write_batch(&values, Some(&levels), None)?;
    writer.close()
}

/// A field of CSV.
fn csv_quoted(text: &str) -> String {
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}
