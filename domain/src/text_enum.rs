//! Names of states in the database and on the wire: one list, so that Rust, SQL and JSON cannot diverge.

/// A name that the enum does not know, e.g. of a state written by a newer version.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown {kind} {value:?}")]
pub struct UnknownName {
    pub kind: &'static str,
    pub value: String,
}

/// Defines an enum of names: `as_str`, `from_str`, `Display`, `ALL`, serde with the same names, and with the feature `sqlx` a text column. An
/// unknown name is an error in each of them. Types on the wire also derive `ToSchema` or GraphQL's `Enum`.
#[macro_export]
macro_rules! text_enum {
    ($(#[$meta:meta])* $name:ident { $($(#[$variant_meta:meta])* $variant:ident = $text:tt,)+ }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        pub enum $name {
            $($(#[$variant_meta])* #[serde(rename = $text)] $variant,)+
        }

        impl $name {
            pub const ALL: &'static [$name] = &[$($name::$variant),+];

            /// Returns the name in the database and on the wire.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $($name::$variant => $text,)+
                }
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::UnknownName;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                match text {
                    $($text => Ok($name::$variant),)+
                    _ => Err($crate::UnknownName { kind: stringify!($name), value: text.to_owned() }),
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        $crate::text_column!($name);
    };
}

/// Implements the enum as a text column, and a list of it as an array of texts.
#[cfg(feature = "sqlx")]
#[doc(hidden)]
#[macro_export]
macro_rules! text_column {
    ($name:ident) => {
        impl $crate::sqlx::Type<$crate::sqlx::Postgres> for $name {
            fn type_info() -> $crate::sqlx::postgres::PgTypeInfo {
                <str as $crate::sqlx::Type<$crate::sqlx::Postgres>>::type_info()
            }

            fn compatible(ty: &$crate::sqlx::postgres::PgTypeInfo) -> bool {
                <str as $crate::sqlx::Type<$crate::sqlx::Postgres>>::compatible(ty)
            }
        }

        impl $crate::sqlx::postgres::PgHasArrayType for $name {
            fn array_type_info() -> $crate::sqlx::postgres::PgTypeInfo {
                <String as $crate::sqlx::postgres::PgHasArrayType>::array_type_info()
            }

            fn array_compatible(ty: &$crate::sqlx::postgres::PgTypeInfo) -> bool {
                <String as $crate::sqlx::postgres::PgHasArrayType>::array_compatible(ty)
            }
        }

        impl<'q> $crate::sqlx::Encode<'q, $crate::sqlx::Postgres> for $name {
            fn encode_by_ref(
                &self,
                buffer: &mut $crate::sqlx::postgres::PgArgumentBuffer,
            ) -> Result<$crate::sqlx::encode::IsNull, $crate::sqlx::error::BoxDynError> {
                <&str as $crate::sqlx::Encode<'q, $crate::sqlx::Postgres>>::encode(self.as_str(), buffer)
            }
        }

        impl<'r> $crate::sqlx::Decode<'r, $crate::sqlx::Postgres> for $name {
            fn decode(value: $crate::sqlx::postgres::PgValueRef<'r>) -> Result<Self, $crate::sqlx::error::BoxDynError> {
                Ok(<&str as $crate::sqlx::Decode<'r, $crate::sqlx::Postgres>>::decode(value)?.parse::<$name>()?)
            }
        }
    };
}

#[cfg(not(feature = "sqlx"))]
#[doc(hidden)]
#[macro_export]
macro_rules! text_column {
    ($name:ident) => {};
}

#[cfg(test)]
mod tests {
    use std::str::FromStr;

    use crate::UnknownName;

    text_enum! {
        Fruit { Lime = "lime", StarFruit = "star_fruit", }
    }

    #[test]
    fn names_go_there_and_back() {
        for fruit in Fruit::ALL {
            assert_eq!(Fruit::from_str(fruit.as_str()), Ok(*fruit));
            assert_eq!(serde_json::to_value(fruit).unwrap(), fruit.to_string());
            assert_eq!(serde_json::from_value::<Fruit>(fruit.as_str().into()).unwrap(), *fruit);
        }
        assert_eq!(Fruit::from_str("LIME"), Err(UnknownName { kind: "Fruit", value: "LIME".into() }));
    }
}
