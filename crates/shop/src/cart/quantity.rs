//! A quantity as a client may send it: any number parses, so an absurd one gets a proper refusal.

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// Whole pieces. Numbers beyond `i64` are clamped; fractions become 0, which no rule accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CartQuantity(pub i64);

impl<'de> Deserialize<'de> for CartQuantity {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyNumber)
    }
}

struct AnyNumber;

impl Visitor<'_> for AnyNumber {
    type Value = CartQuantity;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a whole number")
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<CartQuantity, E> {
        Ok(CartQuantity(value))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<CartQuantity, E> {
        Ok(CartQuantity(i64::try_from(value).unwrap_or(i64::MAX)))
    }

    #[allow(clippy::cast_possible_truncation, reason = "the cast holds at the ends of i64, which is what is wanted")]
    fn visit_f64<E: Error>(self, value: f64) -> Result<CartQuantity, E> {
        Ok(CartQuantity(if value.fract() == 0.0 { value as i64 } else { 0 }))
    }
}

impl PartialSchema for CartQuantity {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(1)).build().into()
    }
}

impl ToSchema for CartQuantity {}

#[cfg(test)]
mod tests {
    use super::CartQuantity;

    #[test]
    fn any_number_is_read_and_nothing_else() {
        for (json, read) in [
            ("1", 1),
            ("-1", -1),
            ("0", 0),
            ("9223372036854775807", i64::MAX),
            ("9223372036854775808", i64::MAX),
            ("-9223372036854775809", i64::MIN),
            ("1e400000", 0),
            ("2.0", 2),
            ("2.5", 0),
        ] {
            match serde_json::from_str::<CartQuantity>(json) {
                Ok(quantity) => assert_eq!(quantity, CartQuantity(read), "{json}"),
                Err(error) => assert_eq!(json, "1e400000", "{error}"),
            }
        }
        for json in ["null", "\"2\"", "[1]", "true"] {
            assert!(serde_json::from_str::<CartQuantity>(json).is_err(), "{json}");
        }
    }
}
