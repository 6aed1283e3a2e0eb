//! The shapes of covers: symbols of the web's `glyphs.svg`, by name.

use std::collections::HashMap;

pub struct Shapes(HashMap<String, String>);

impl Shapes {
    pub fn parse(svg: &str) -> Self {
        let symbols = svg.split("<symbol ").skip(1).filter_map(|rest| {
            let (symbol, _) = rest.split_once("</symbol>")?;
            let name = symbol.strip_prefix("id=\"")?.split('"').next()?;
            Some((name.to_owned(), format!("<symbol {}</symbol>", flat(symbol))))
        });
        Self(symbols.collect())
    }

    /// Returns a symbol as SVG.
    pub fn find(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }
}

/// Gives a shape's opacity to its fill and its stroke, of which it has one. A shape with an opacity is drawn on a layer as large as the
/// picture: five times slower.
fn flat(symbol: &str) -> String {
    let mut parts = symbol.split(" opacity=\"");
    let mut flat = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (opacity, rest) = part.split_once('"').unwrap_or((part, ""));
        flat.push_str(&format!(" fill-opacity=\"{opacity}\" stroke-opacity=\"{opacity}\"{rest}"));
    }
    flat
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_symbol_is_found_by_its_name() {
        let shapes =
            Shapes::parse(r#"<svg><symbol id="a" viewBox="0 0 1 1"><path d="M0 0"/></symbol><symbol id="b"></symbol></svg>"#);
        assert_eq!(shapes.find("a"), Some(r#"<symbol id="a" viewBox="0 0 1 1"><path d="M0 0"/></symbol>"#));
        let clear = Shapes::parse(r#"<symbol id="c"><path d="M0 0" opacity="0.5"/><path opacity=".1" d="M1 1"/></symbol>"#);
        let flat = r#"<symbol id="c"><path d="M0 0" fill-opacity="0.5" stroke-opacity="0.5"/><path fill-opacity=".1" stroke-opacity=".1" d="M1 1"/></symbol>"#;
        assert_eq!(clear.find("c"), Some(flat));
        assert_eq!((shapes.find("b"), shapes.find("c")), (Some(r#"<symbol id="b"></symbol>"#), None));
    }
}
