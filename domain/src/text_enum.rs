//! Names of states as the database and the wire write them: one list, so that Rust, SQL and JSON cannot drift apart.

/// A name that the enum does not know, e.g. of a state written by a newer version.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown {kind} {value:?}")]
pub struct UnknownName {
    pub kind: &'static str,
    pub value: String,
}

/// Makes an enum of names: `as_str`, `from_str`, `Display`, `ALL`, and serde by the same names.
macro_rules! text_enum {
    ($(#[$meta:meta])* $name:ident { $($(#[$variant_meta:meta])* $variant:ident = $text:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        pub enum $name {
            $($(#[$variant_meta])* #[serde(rename = $text)] $variant,)+
        }

        impl $name {
            pub const ALL: &'static [$name] = &[$($name::$variant),+];

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
    };
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
