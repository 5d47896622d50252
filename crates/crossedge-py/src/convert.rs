//! From the answers of the library to Python objects, regardless of the answer: structs and maps become dicts, exact integers become `int`, exact
//! ratios become `Fraction`. The classes of answers are made of these dicts, in Python, by their annotations.

use num_bigint::BigUint;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};
use pyo3::{IntoPyObjectExt, intern};
use serde::ser::{self, Serialize};
use std::fmt;

/// Anything that serialises, as a Python object.
pub fn python<'py, T: Serialize + ?Sized>(py: Python<'py>, value: &T) -> PyResult<Bound<'py, PyAny>> {
    value.serialize(ToPython(py)).map_err(|Trouble(error)| error)
}

/// Conversion errors.
#[derive(Debug)]
pub struct Trouble(PyErr);

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for Trouble {}

impl ser::Error for Trouble {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Trouble(PyRuntimeError::new_err(message.to_string()))
    }
}

impl From<PyErr> for Trouble {
    fn from(error: PyErr) -> Self {
        Trouble(error)
    }
}

type PyAnyResult<'py> = Result<Bound<'py, PyAny>, Trouble>;

#[derive(Clone, Copy)]
struct ToPython<'py>(Python<'py>);

impl<'py> ToPython<'py> {
    fn to_python<T: IntoPyObjectExt<'py>>(self, value: T) -> PyAnyResult<'py> {
        Ok(value.into_bound_py_any(self.0)?)
    }

    fn list(self) -> List<'py> {
        List { py: self.0, items: Vec::new() }
    }

    fn dict(self, name: &'static str) -> Dict<'py> {
        Dict { py: self.0, name, dict: PyDict::new(self.0), key: None }
    }
}

/// A list on the way.
struct List<'py> {
    py: Python<'py>,
    items: Vec<Bound<'py, PyAny>>,
}

impl<'py> List<'py> {
    fn push<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Trouble> {
        self.items.push(value.serialize(ToPython(self.py))?);
        Ok(())
    }

    fn finish(self) -> PyAnyResult<'py> {
        Ok(PyList::new(self.py, self.items)?.into_any())
    }
}

/// A struct or a map on the way.
struct Dict<'py> {
    py: Python<'py>,
    name: &'static str,
    dict: Bound<'py, PyDict>,
    key: Option<Bound<'py, PyAny>>,
}

impl<'py> Dict<'py> {
    fn insert<T: Serialize + ?Sized>(&mut self, key: &str, value: &T) -> Result<(), Trouble> {
        self.dict.set_item(PyString::intern(self.py, key), value.serialize(ToPython(self.py))?)?;
        Ok(())
    }

    fn finish(self) -> PyAnyResult<'py> {
        match self.name {
            "Ratio" => ratio_to_fraction(self.py, &self.dict),
            _ => Ok(self.dict.into_any()),
        }
    }
}

/// An exact ratio as a fraction; over zero, where nothing limits it, as infinity.
fn ratio_to_fraction<'py>(py: Python<'py>, dict: &Bound<'py, PyDict>) -> PyAnyResult<'py> {
    let part = |key| dict.get_item(key).map(|part| part.unwrap_or_else(|| py.None().into_bound(py)));
    let (numerator, denominator) = (part("numerator")?, part("denominator")?);
    if !denominator.is_truthy()? {
        return ToPython(py).to_python(f64::INFINITY);
    }
    let class = py.import(intern!(py, "fractions"))?.getattr(intern!(py, "Fraction"))?;
    Ok(class.call1((numerator, denominator))?)
}

macro_rules! plain {
    ($($name:ident: $type:ty),+ $(,)?) => {
        $(fn $name(self, value: $type) -> PyAnyResult<'py> {
            self.to_python(value)
        })+
    };
}

impl<'py> ser::Serializer for ToPython<'py> {
    type Ok = Bound<'py, PyAny>;
    type Error = Trouble;
    type SerializeSeq = List<'py>;
    type SerializeTuple = List<'py>;
    type SerializeTupleStruct = List<'py>;
    type SerializeTupleVariant = Named<'py, List<'py>>;
    type SerializeMap = Dict<'py>;
    type SerializeStruct = Dict<'py>;
    type SerializeStructVariant = Named<'py, Dict<'py>>;

    plain!(
        serialize_bool: bool, serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64, serialize_i128: i128,
        serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64, serialize_u128: u128,
        serialize_f32: f32, serialize_f64: f64, serialize_char: char, serialize_str: &str, serialize_bytes: &[u8],
    );

    fn serialize_none(self) -> PyAnyResult<'py> {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> PyAnyResult<'py> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> PyAnyResult<'py> {
        Ok(self.0.None().into_bound(self.0))
    }

    fn serialize_unit_struct(self, _: &'static str) -> PyAnyResult<'py> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> PyAnyResult<'py> {
        self.to_python(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> PyAnyResult<'py> {
        let made = value.serialize(self)?;
        // Digits of an integer that JSON has no number for.
        match (name, made.cast::<PyString>()) {
            ("Exact", Ok(digits)) => {
                let digits = digits.to_str()?;
                self.to_python(digits.parse::<BigUint>().map_err(<Trouble as ser::Error>::custom)?)
            }
            _ => Ok(made),
        }
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> PyAnyResult<'py> {
        let mut one = self.dict("");
        one.insert(variant, value)?;
        one.finish()
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<List<'py>, Trouble> {
        Ok(self.list())
    }

    fn serialize_tuple(self, _: usize) -> Result<List<'py>, Trouble> {
        Ok(self.list())
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<List<'py>, Trouble> {
        Ok(self.list())
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Named<'py, List<'py>>, Trouble> {
        Ok(Named { py: self.0, variant, inside: self.list() })
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Dict<'py>, Trouble> {
        Ok(self.dict(""))
    }

    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Dict<'py>, Trouble> {
        Ok(self.dict(name))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Named<'py, Dict<'py>>, Trouble> {
        Ok(Named { py: self.0, variant, inside: self.dict("") })
    }
}

impl<'py> ser::SerializeSeq for List<'py> {
    type Ok = Bound<'py, PyAny>;
    type Error = Trouble;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Trouble> {
        self.push(value)
    }

    fn end(self) -> PyAnyResult<'py> {
        self.finish()
    }
}

impl<'py> ser::SerializeTuple for List<'py> {
    type Ok = Bound<'py, PyAny>;
    type Error = Trouble;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Trouble> {
        self.push(value)
    }

    fn end(self) -> PyAnyResult<'py> {
        self.finish()
    }
}

impl<'py> ser::SerializeTupleStruct for List<'py> {
    type Ok = Bound<'py, PyAny>;
    type Error = Trouble;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Trouble> {
        self.push(value)
    }

    fn end(self) -> PyAnyResult<'py> {
        self.finish()
    }
}

impl<'py> ser::SerializeMap for Dict<'py> {
    type Ok = Bound<'py, PyAny>;
    type Error = Trouble;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Trouble> {
        self.key = Some(key.serialize(ToPython(self.py))?);
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Trouble> {
        let key = self.key.take().ok_or_else(|| <Trouble as ser::Error>::custom("a value without a key"))?;
        self.dict.set_item(key, value.serialize(ToPython(self.py))?)?;
        Ok(())
    }

    fn end(self) -> PyAnyResult<'py> {
        self.finish()
    }
}

impl<'py> ser::SerializeStruct for Dict<'py> {
    type Ok = Bound<'py, PyAny>;
    type Error = Trouble;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<(), Trouble> {
        self.insert(key, value)
    }

    fn end(self) -> PyAnyResult<'py> {
        self.finish()
    }
}

/// A variant with its name around it.
struct Named<'py, I> {
    py: Python<'py>,
    variant: &'static str,
    inside: I,
}

impl<'py, I> Named<'py, I> {
    fn wrap_variant(py: Python<'py>, variant: &str, inside: PyAnyResult<'py>) -> PyAnyResult<'py> {
        let dict = PyDict::new(py);
        dict.set_item(variant, inside?)?;
        Ok(dict.into_any())
    }
}

impl<'py> ser::SerializeTupleVariant for Named<'py, List<'py>> {
    type Ok = Bound<'py, PyAny>;
    type Error = Trouble;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Trouble> {
        self.inside.push(value)
    }

    fn end(self) -> PyAnyResult<'py> {
        Self::wrap_variant(self.py, self.variant, self.inside.finish())
    }
}

impl<'py> ser::SerializeStructVariant for Named<'py, Dict<'py>> {
    type Ok = Bound<'py, PyAny>;
    type Error = Trouble;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<(), Trouble> {
        self.inside.insert(key, value)
    }

    fn end(self) -> PyAnyResult<'py> {
        Self::wrap_variant(self.py, self.variant, self.inside.finish())
    }
}
