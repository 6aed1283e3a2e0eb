//! Pictures to upload, and their form.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use reqwest::Method;

use crate::support::{Answer, Client};

pub fn png(width: u32, height: u32) -> Vec<u8> {
    let picture = RgbImage::from_fn(width, height, |x, y| Rgb([(x % 256) as u8, (y % 256) as u8, 90]));
    written(&DynamicImage::from(picture))
}

/// Returns sixty megapixels of one colour in a small file.
pub fn bomb() -> Vec<u8> {
    written(&DynamicImage::new_luma8(10_000, 6_000))
}

fn written(picture: &DynamicImage) -> Vec<u8> {
    let mut bytes = Vec::new();
    picture.write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png).unwrap();
    bytes
}

/// Returns a picture padded after its end to exactly this size.
pub fn padded(size: usize) -> Vec<u8> {
    let mut bytes = png(16, 16);
    bytes.resize(size, 0);
    bytes
}

/// Sends a form with a file.
pub async fn send(client: &Client, path: &str, parts: &[(&str, &str)], content: Option<&[u8]>) -> Answer {
    const EDGE: &str = "edge-of-a-part-7f3a";
    let mut body = Vec::new();
    for (name, value) in parts {
        body.extend(format!("--{EDGE}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n").into_bytes());
    }
    if let Some(content) = content {
        let head = "Content-Disposition: form-data; name=\"file_content\"; filename=\"blob\"\r\nContent-Type: image/png";
        body.extend(format!("--{EDGE}\r\n{head}\r\n\r\n").into_bytes());
        body.extend_from_slice(content);
        body.extend(b"\r\n");
    }
    body.extend(format!("--{EDGE}--\r\n").into_bytes());
    let request = client.request(Method::POST, path);
    Answer::of(request.header("content-type", format!("multipart/form-data; boundary={EDGE}")).body(body)).await
}

pub async fn upload(client: &Client, dir: &str, name: &str, content: &[u8]) -> Answer {
    send(client, &format!("/utils/upload/{dir}/"), &[("file_name", name)], Some(content)).await
}
