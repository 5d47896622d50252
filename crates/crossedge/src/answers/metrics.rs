//! The metrics of a network as a map from names to values with evidence.

use super::asked::Asked;
use crate::exact::Exact;
use crate::metrics::{Measured, Metric, MetricValue};
use crate::net::LinkClass;
use num_bigint::BigUint;
use serde::ser::{Serialize, SerializeMap, Serializer};

/// The metrics of a network by name; metrics that were not requested are absent.
#[derive(Debug, Clone, Default)]
pub struct MetricsAnswer {
    values: Vec<(Metric, Asked<MetricValue>)>,
    /// The link classes of a network with switches or wide links; absent if unknown.
    pub link_classes: Option<Vec<LinkClassAnswer>>,
    /// Estimated CPU seconds of the exact distances, where the budget only allowed a sample.
    pub(super) exact_seconds: Option<f64>,
}

/// A class of links.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LinkClassAnswer {
    /// Its name.
    pub name: String,
    /// Link width: flits per cycle and direction.
    pub width: Exact<u64>,
    /// Number of links; null if unknown.
    pub links: Option<Exact<BigUint>>,
}

impl From<LinkClass> for LinkClassAnswer {
    fn from(class: LinkClass) -> Self {
        LinkClassAnswer { name: class.name, width: Exact(class.width), links: class.links.map(Exact) }
    }
}

impl From<Measured> for Asked<MetricValue> {
    fn from(measured: Measured) -> Self {
        Asked {
            value: measured.value,
            evidence: Some(measured.evidence),
            counterexample: measured.counterexample,
            reason: None,
            help: None,
        }
    }
}

impl MetricsAnswer {
    /// Adds a metric, in the order of the list of metrics.
    pub(super) fn insert(&mut self, metric: Metric, value: Asked<MetricValue>) {
        let place = |of: Metric| Metric::every().position(|one| one == of);
        let at = self.values.partition_point(|(one, _)| place(*one) < place(metric));
        match self.values.get_mut(at).filter(|(one, _)| *one == metric) {
            Some(old) => old.1 = value,
            None => self.values.insert(at, (metric, value)),
        }
    }

    /// The report on a metric; `None` if it was not requested.
    ///
    /// ```
    /// use crossedge::answers::{Request, ShowRequest};
    /// use crossedge::metrics::metric::DIAMETER;
    /// use crossedge::prelude::*;
    ///
    /// let net: Topology = "rdn(ring(3), 2)".parse()?;
    /// let answer = ShowRequest::all().answer(&net, &Silent)?;
    /// assert_eq!(answer.metrics.value(DIAMETER).and_then(|value| value.count()), Some(&10u32.into()));
    /// # Ok::<(), crossedge::Error>(())
    /// ```
    pub fn get(&self, metric: Metric) -> Option<&Asked<MetricValue>> {
        self.values.iter().find(|(one, _)| *one == metric).map(|(_, value)| value)
    }

    /// The value of a metric, where it is known.
    pub fn value(&self, metric: Metric) -> Option<&MetricValue> {
        self.get(metric)?.value.as_ref()
    }

    /// The kind of evidence of a metric.
    pub fn kind(&self, metric: Metric) -> &'static str {
        let evidence =
            self.get(metric).filter(|_| metric.explained()).and_then(|asked| asked.evidence.as_ref());
        evidence.map_or("–", |evidence| evidence.kind())
    }
}

impl Serialize for MetricsAnswer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (metric, value) in &self.values {
            map.serialize_entry(metric.name(), value)?;
        }
        if let Some(classes) = &self.link_classes {
            map.serialize_entry("link_classes", classes)?;
        }
        map.end()
    }
}

#[cfg(feature = "schema")]
mod schema {
    use super::{LinkClassAnswer, MetricsAnswer};
    use crate::answers::asked::Asked;
    use crate::exact::{Exact, Ratio};
    use crate::metrics::{
        BetweenAnswer, BisectionAnswer, CostRatioAnswer, DegreeAnswer, DiameterAnswer, LevelsAnswer, Metric,
        MooreAnswer, ShareAnswer, ValueKind,
    };
    use num_bigint::BigUint;
    use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
    use std::borrow::Cow;

    impl JsonSchema for MetricsAnswer {
        fn inline_schema() -> bool {
            true
        }

        fn schema_name() -> Cow<'static, str> {
            "MetricsAnswer".into()
        }

        fn json_schema(generator: &mut SchemaGenerator) -> Schema {
            let mut schema = json_schema!({"type": "object", "properties": {}});
            let mut add = |name: &str, what: &str, mut property: Schema| {
                property.insert("description".to_owned(), what.into());
                if let Some(properties) =
                    schema.pointer_mut("/properties").and_then(|all| all.as_object_mut())
                {
                    properties.insert(name.to_owned(), property.to_value());
                }
            };
            for metric in Metric::every() {
                add(metric.name(), metric.summary(), value_schema(metric.kind(), generator));
            }
            let what = "The classes of links of a network with switches or wide links; absent where they are not known at this size";
            add("link_classes", what, generator.subschema_for::<Vec<LinkClassAnswer>>());
            schema
        }
    }

    /// The schema of a metric by the kind of its value.
    fn value_schema(kind: ValueKind, generator: &mut SchemaGenerator) -> Schema {
        match kind {
            ValueKind::Count => generator.subschema_for::<Asked<Exact<BigUint>>>(),
            ValueKind::Degrees => generator.subschema_for::<Asked<DegreeAnswer>>(),
            ValueKind::Diameter => generator.subschema_for::<Asked<DiameterAnswer>>(),
            ValueKind::Ratio => generator.subschema_for::<Asked<Ratio>>(),
            ValueKind::List => generator.subschema_for::<Asked<Vec<Exact<BigUint>>>>(),
            ValueKind::Cut => generator.subschema_for::<Asked<BisectionAnswer>>(),
            ValueKind::Flag => generator.subschema_for::<Asked<bool>>(),
            ValueKind::Between => generator.subschema_for::<Asked<BetweenAnswer>>(),
            ValueKind::Share => generator.subschema_for::<Asked<ShareAnswer>>(),
            ValueKind::Number => generator.subschema_for::<Asked<f64>>(),
            ValueKind::CostRatio => generator.subschema_for::<Asked<CostRatioAnswer>>(),
            ValueKind::Moore => generator.subschema_for::<Asked<MooreAnswer>>(),
            ValueKind::Levels => generator.subschema_for::<Asked<LevelsAnswer>>(),
        }
    }
}
