//! Makes a picture that is safe to hand out from bytes that somebody sent.

use std::io::Cursor;
use std::sync::Arc;

use bytes::Bytes;
use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, ImageDecoder as _, ImageFormat, ImageReader, Limits, Rgb, RgbImage, imageops};
use tokio::sync::Semaphore;

use crate::app::App;
use crate::problem::{Code, Problem, codes};

/// Decoding takes memory by the pixel: so many pictures at once, and so many may wait.
const AT_ONCE: usize = 2;
const WAITING: usize = 32;
/// Bytes that unpacking a pixel may take: 8-bit RGBA, and working space.
const BYTES_A_PIXEL: u64 = 7;
const QUALITY: u8 = 85;

/// A picture as it is stored: JPEG, upright, without metadata.
pub struct Picture {
    pub bytes: Bytes,
    pub width: u32,
    pub height: u32,
}

struct Workshop {
    places: Arc<Semaphore>,
    queue: Semaphore,
}

impl Default for Workshop {
    fn default() -> Self {
        Self { places: Arc::new(Semaphore::new(AT_ONCE)), queue: Semaphore::new(WAITING) }
    }
}

/// Decodes, turns upright, bounds to `longest` pixels a side, writes anew.
///
/// # Errors
/// `file_type_invalid` when it is no JPEG or PNG picture, `image_too_large` when it has too many pixels,
/// `service_unavailable` when too many are being made.
pub async fn make(app: &App, bytes: Bytes, longest: u32) -> Result<Picture, Problem> {
    let workshop = app.shared::<Workshop>();
    let _waiting = workshop
        .queue
        .try_acquire()
        .map_err(|_| Problem::new(codes::service_unavailable).retry_after(5).because("pictures wait"))?;
    let place = Arc::clone(&workshop.places).acquire_owned().await.map_err(Problem::internal)?;
    let most_pixels = u64::from(app.settings.upload_megapixels) * 1_000_000;
    let made = tokio::task::spawn_blocking(move || {
        // Held by the work itself: a caller who goes away does not free the processor.
        let _place = place;
        remake(&bytes, longest, most_pixels)
    });
    made.await.map_err(Problem::internal)?.map_err(Problem::new)
}

/// `most_pixels`: the largest picture that is unpacked at all; a small file may unpack to an enormous one.
fn remake(bytes: &[u8], longest: u32, most_pixels: u64) -> Result<Picture, Code> {
    let no_picture = |error: image::ImageError| match error {
        image::ImageError::Limits(_) => codes::image_too_large,
        _ => codes::file_type_invalid,
    };
    let mut reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(|_| codes::file_type_invalid)?;
    if !matches!(reader.format(), Some(ImageFormat::Jpeg | ImageFormat::Png)) {
        return Err(codes::file_type_invalid);
    }
    let memory = most_pixels * BYTES_A_PIXEL;
    let mut limits = Limits::default();
    limits.max_alloc = Some(memory);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(no_picture)?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > most_pixels || decoder.total_bytes() > memory {
        return Err(codes::image_too_large);
    }
    let orientation = decoder.orientation().map_err(no_picture)?;
    let mut picture = DynamicImage::from_decoder(decoder).map_err(no_picture)?;
    if width.max(height) > longest {
        picture = picture.resize(longest, longest, imageops::FilterType::CatmullRom);
    }
    picture.apply_orientation(orientation);
    let flat = flattened(picture);
    let mut written = Vec::new();
    JpegEncoder::new_with_quality(&mut written, QUALITY).encode_image(&flat).map_err(|_| codes::file_type_invalid)?;
    Ok(Picture { bytes: written.into(), width: flat.width(), height: flat.height() })
}

/// JPEG has no transparency: what shines through becomes white.
fn flattened(picture: DynamicImage) -> RgbImage {
    if !picture.color().has_alpha() {
        return picture.into_rgb8();
    }
    let picture = picture.into_rgba8();
    let mut flat = RgbImage::new(picture.width(), picture.height());
    for (to, from) in flat.pixels_mut().zip(picture.pixels()) {
        let [red, green, blue, alpha] = from.0.map(u16::from);
        let over = |colour: u16| ((colour * alpha + 255 * (255 - alpha)) / 255) as u8;
        *to = Rgb([over(red), over(green), over(blue)]);
    }
    flat
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOST: u64 = 50_000_000;

    fn png(picture: &DynamicImage) -> Vec<u8> {
        let mut bytes = Vec::new();
        picture.write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png).unwrap();
        bytes
    }

    #[test]
    fn what_shines_through_becomes_white_and_large_ones_are_bounded() {
        let clear = DynamicImage::new_rgba8(400, 100);
        let made = remake(&png(&clear), 200, MOST).unwrap();
        assert_eq!((made.width, made.height), (200, 50));
        let read = image::load_from_memory(&made.bytes).unwrap().into_rgb8();
        assert!(read.pixels().all(|pixel| pixel.0.iter().all(|colour| *colour > 250)));
        assert_eq!(image::guess_format(&made.bytes).unwrap(), ImageFormat::Jpeg);
    }

    /// 60 megapixels of one colour in a small file.
    #[test]
    fn a_bomb_is_refused_before_it_unpacks() {
        let bomb = png(&DynamicImage::new_luma8(10_000, 6_000));
        assert!(bomb.len() < 1_000_000, "{}", bomb.len());
        assert_eq!(remake(&bomb, 100, MOST).err(), Some(codes::image_too_large));
    }

    #[test]
    fn metadata_does_not_survive_and_the_picture_stands_upright() {
        let mut jpeg = Vec::new();
        let mut lying = RgbImage::new(32, 16);
        lying.put_pixel(0, 0, Rgb([255, 0, 0]));
        JpegEncoder::new(&mut jpeg).encode_image(&lying).unwrap();
        // An Exif segment after the first marker: orientation 6 (turn right by a quarter), and a text that must not get out.
        let mut exif = b"Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0".to_vec();
        exif.extend(b"13.7563N 100.5018E");
        let length = u16::try_from(exif.len() + 2).unwrap().to_be_bytes();
        let with_exif = [&jpeg[..2], &[0xff, 0xe1], &length, &exif, &jpeg[2..]].concat();
        let made = remake(&with_exif, 100, MOST).unwrap();
        assert_eq!((made.width, made.height), (16, 32));
        assert!(!made.bytes.windows(8).any(|window| window == b"13.7563N"));
    }

    #[test]
    fn what_is_no_picture_is_refused() {
        let gif = b"GIF89a\x01\0\x01\0\0\0\0;".as_slice();
        let cut = &png(&DynamicImage::new_rgb8(64, 64))[..60];
        for bytes in [b"".as_slice(), b"<svg/>", b"hello, I am no picture", gif, cut, b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff"] {
            assert_eq!(remake(bytes, 100, MOST).err(), Some(codes::file_type_invalid), "{bytes:?}");
        }
    }
}
