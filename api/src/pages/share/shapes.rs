//! The shapes of covers: symbols of the web's `glyphs.svg`, by name.

use std::collections::HashMap;

pub struct Shapes(HashMap<String, String>);

impl Shapes {
    pub fn parse(svg: &str) -> Self {
        let symbols = svg.split("<symbol ").skip(1).filter_map(|rest| {
            let (symbol, _) = rest.split_once("</symbol>")?;
            let name = symbol.strip_prefix("id=\"")?.split('"').next()?;
            Some((name.to_owned(), format!("<symbol {symbol}</symbol>")))
        });
        Self(symbols.collect())
    }

    /// Returns a symbol as SVG.
    pub fn find(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_symbol_is_found_by_its_name() {
        let shapes =
            Shapes::parse(r#"<svg><symbol id="a" viewBox="0 0 1 1"><path d="M0 0"/></symbol><symbol id="b"></symbol></svg>"#);
        assert_eq!(shapes.find("a"), Some(r#"<symbol id="a" viewBox="0 0 1 1"><path d="M0 0"/></symbol>"#));
        assert_eq!((shapes.find("b"), shapes.find("c")), (Some(r#"<symbol id="b"></symbol>"#), None));
    }
}
